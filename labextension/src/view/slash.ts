/** Commands typed in the composer: `/compact keep the joins`; pure. */

import type { Trans } from './sentences';

export interface ICommand {
  readonly name: CommandName;
  /** What may follow it; empty where nothing may. */
  readonly usage: string;
  readonly hint: string;
}

export type CommandName =
  'compact' | 'clear' | 'plan' | 'memory' | 'export' | 'model' | 'help';

/** What was typed: a command with what follows it, or one that does not exist. */
export type Typed =
  | { readonly name: CommandName; readonly rest: string }
  | { readonly unknown: string };

export function allCommands(trans: Trans): readonly ICommand[] {
  return [
    {
      name: 'compact',
      usage: trans.__('[what to keep]'),
      hint: trans.__('Summarise older messages, after a look at the result')
    },
    {
      name: 'clear',
      usage: '',
      hint: trans.__('A new task: same memory file and instructions')
    },
    {
      name: 'plan',
      usage: trans.__('goal | resume'),
      hint: trans.__('List what would change, before anything does')
    },
    {
      name: 'memory',
      usage: '',
      hint: trans.__('Show the memory files that every message carries')
    },
    {
      name: 'export',
      usage: '[markdown|json|notebook]',
      hint: trans.__('Save the conversation as a file')
    },
    {
      name: 'model',
      usage: trans.__('[name]'),
      hint: trans.__('Pick who answers')
    },
    { name: 'help', usage: '', hint: trans.__('List these commands') }
  ];
}

/** The commands that *text* may become; none once a name is followed by something. */
export function completions(
  text: string,
  all: readonly ICommand[]
): readonly ICommand[] {
  const typed = /^\/([a-z]*)$/i.exec(text)?.[1]?.toLowerCase();
  return typed === undefined
    ? []
    : all.filter(command => command.name.startsWith(typed));
}

/**
 * Read *text* as a command; null where it is a question.
 *
 * A path (`/data/x.csv is empty`) is a question, and so is what has more words
 * after a slash that no command begins with.
 */
export function read(text: string, all: readonly ICommand[]): Typed | null {
  const found = /^\/([a-z]+)(?:\s+([\s\S]*))?$/i.exec(text.trim());
  const typed = found?.[1]?.toLowerCase();
  if (typed === undefined) {
    return null;
  }
  const rest = (found?.[2] ?? '').trim();
  const command = all.find(one => one.name === typed);
  if (command !== undefined) {
    return { name: command.name, rest };
  }
  return rest === '' ? { unknown: typed } : null;
}

/** The words that the kernel side takes an open plan up again by. */
const RESUME = 'Go on with the plan.';

/** What `/plan` asks for; `/plan resume` goes on with the plan that is open. */
export function planGoal(rest: string): string {
  return rest.toLowerCase() === 'resume' ? RESUME : rest;
}

/** The form that `/export` names; null for another word. */
export function exportForm(
  rest: string
): 'markdown' | 'json' | 'notebook' | null {
  switch (rest.toLowerCase()) {
    case '':
    case 'md':
    case 'markdown':
      return 'markdown';
    case 'json':
      return 'json';
    case 'ipynb':
    case 'notebook':
      return 'notebook';
    default:
      return null;
  }
}
