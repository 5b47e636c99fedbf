/** Commands typed in the composer: `/compact keep the joins`; pure. */

import type { Trans } from '../sentences';

export interface ICommand {
  readonly name: CommandName;
  /** What may follow it; empty where nothing may. */
  readonly usage: string;
  readonly hint: string;
}

export type CommandName =
  | 'fix'
  | 'explain'
  | 'plan'
  | 'compact'
  | 'clear'
  | 'memory'
  | 'export'
  | 'model'
  | 'help';

/** What was typed: a command with what follows it, or one that does not exist. */
export type Typed =
  | { readonly name: CommandName; readonly rest: string }
  | { readonly unknown: string };

export function allCommands(trans: Trans): readonly ICommand[] {
  return [
    {
      name: 'fix',
      usage: trans.__('[@In[3] | what is wrong]'),
      hint: trans.__('Repair the error of the active cell')
    },
    {
      name: 'explain',
      usage: trans.__('[@In[3] | what]'),
      hint: trans.__('Explain the active cell')
    },
    {
      name: 'plan',
      usage: trans.__('goal | resume'),
      hint: trans.__('List what would change, before anything does')
    },
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

/** Why a command does not take what follows it; '' where it does. */
export type Misfit = '' | 'bare' | 'model';

/**
 * Look whether what was typed behind a command is for it, or begins a question.
 *
 * A model is one of those *known*, or one word: a name that no list has.
 */
export function misfit(
  typed: Typed,
  all: readonly ICommand[],
  known: readonly string[]
): Misfit {
  if ('unknown' in typed || typed.rest === '') {
    return '';
  }
  const { name, rest } = typed;
  if (name === 'model') {
    return known.includes(rest) || !/\s/.test(rest) ? '' : 'model';
  }
  return all.some(one => one.name === name && one.usage === '') ? 'bare' : '';
}

/** One thing that the list offers: what is *written* for it, and what it is. */
export interface ISuggestion {
  readonly written: string;
  readonly name: string;
  readonly usage: string;
  readonly hint: string;
}

/** What the arguments of commands are completed from. */
export interface ISources {
  readonly models: readonly { readonly name: string; readonly hint: string }[];
  /** Whether there is a plan to go on with. */
  readonly hasPlan: boolean;
}

/** What *text* may become: a command, or one with its argument. */
export function suggestions(
  text: string,
  all: readonly ICommand[],
  sources: ISources
): readonly ISuggestion[] {
  const found = /^\/([a-z]+) ([^\n]*)$/i.exec(text);
  if (found === null) {
    return completions(text, all).map(({ name, usage, hint }) => ({
      written: `/${name}${usage === '' ? '' : ' '}`,
      name: `/${name}`,
      usage,
      hint
    }));
  }
  const name = (found[1] ?? '').toLowerCase();
  const typed = (found[2] ?? '').toLowerCase();
  return argumentsOf(name, sources)
    .filter(one => one.name.toLowerCase().includes(typed))
    .map(one => ({ written: `/${name} ${one.name}`, usage: '', ...one }));
}

function argumentsOf(
  name: string,
  sources: ISources
): readonly { readonly name: string; readonly hint: string }[] {
  switch (name) {
    case 'model':
      return sources.models;
    case 'export':
      return ['markdown', 'json', 'notebook'].map(form => ({
        name: form,
        hint: ''
      }));
    case 'plan':
      return sources.hasPlan ? [{ name: 'resume', hint: '' }] : [];
    default:
      return [];
  }
}

/** What is sent for *text*: `//compact` is the question `/compact`. */
export function unescaped(text: string, all: readonly ICommand[]): string {
  const name = /^\s*\/\/([a-z]+)(?![\w/])/i.exec(text)?.[1]?.toLowerCase();
  return all.some(one => one.name === name) ? text.replace('//', '/') : text;
}

/** Whether *name* asks the model: then it waits for the reply that is being made. */
export function isAsking(name: string): name is 'fix' | 'explain' | 'plan' {
  return name === 'fix' || name === 'explain' || name === 'plan';
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
