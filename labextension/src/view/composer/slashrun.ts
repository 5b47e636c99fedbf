/** What the commands of the composer do. */

import type { IEnclosure } from '../../talk/queue';
import type { IAssistant, IOutcome, IRepair, RequestKind } from '../../tokens';

import { download } from './files';
import { near } from './near';
import { remark } from '../outcome';
import type { Trans } from '../sentences';
import {
  allCommands,
  exportForm,
  misfit,
  planGoal,
  read,
  type CommandName,
  type Typed
} from './slash';

/** What a command can open. */
export type Opened = 'compact' | 'memory' | 'models' | 'help';

export interface IStage {
  readonly assistant: IAssistant;
  readonly repair: IRepair | null;
  readonly trans: Trans;
  readonly say: (message: string) => void;
  readonly open: (part: Opened, text: string) => void;
}

/** Whether *text* was a command; then it is done, or what is wrong is said. */
export function runCommand(text: string, stage: IStage): Promise<Ran> | null {
  const { trans, say } = stage;
  const typed = read(text, allCommands(trans));
  if (typed === null) {
    return null;
  }
  if ('unknown' in typed) {
    say(unknown(typed.unknown, trans));
    return Promise.resolve('refused');
  }
  const wrong = unfit(typed, stage.assistant, trans);
  if (wrong !== '') {
    return refused(stage, wrong);
  }
  return RUN[typed.name](typed.rest, stage);
}

/** What to say where a command is followed by what it does not take; else ''. */
export function unfit(
  typed: Typed,
  { state }: IAssistant,
  trans: Trans
): string {
  const known = state.options.map(one => one.name);
  const name = 'unknown' in typed ? '' : typed.name;
  switch (misfit(typed, allCommands(trans), known)) {
    case 'bare':
      return trans.__(
        '/%1 takes no words behind it, so nothing was done. Write //%1 to send this as a question.',
        name
      );
    case 'model':
      return trans.__(
        'That is not a model, so nothing was done. Write /model for the list, //model to send this as a question.'
      );
    default:
      return '';
  }
}

/** Say that there is no command *name*, and which one may be meant. */
export function unknown(name: string, trans: Trans): string {
  const names = allCommands(trans).map(command => command.name);
  const found = near(name, names).map(one => `/${one}`);
  return found.length === 0
    ? trans.__(
        'There is no command /%1. Write /help for the list, //%1 to send it.',
        name
      )
    : trans.__(
        'There is no command /%1. Did you mean %2?',
        name,
        found.join(trans.__(' or '))
      );
}

/** Commands that change the conversation: not while a reply is being made. */
export const CHANGING: ReadonlySet<CommandName> = new Set(['clear', 'compact']);

/** A refused command stays in the composer, to be mended. */
export type Ran = 'done' | 'refused';

const RUN: Record<CommandName, (rest: string, stage: IStage) => Promise<Ran>> =
  {
    fix: (rest, stage) => repaired(rest, stage),
    explain: (rest, stage) => explained(rest, stage),
    compact: (rest, { open }) => opened(() => open('compact', rest)),
    memory: (_, { open }) => opened(() => open('memory', '')),
    help: (_, { open }) => opened(() => open('help', '')),
    clear: async (_, stage) => told(await stage.assistant.past.clear(), stage),
    model: async (rest, stage) =>
      rest === ''
        ? opened(() => stage.open('models', ''))
        : told(await stage.assistant.setModel(rest), stage),
    plan: (rest, stage) =>
      rest === ''
        ? refused(
            stage,
            stage.trans.__('Write what to plan: /plan rename x to y.')
          )
        : asked(planGoal(rest), 'plan', stage),
    export: (rest, stage) => exported(rest, stage)
  };

/** Fix the cell that *rest* names or the user is in; other words are a question. */
async function repaired(rest: string, stage: IStage): Promise<Ran> {
  const { assistant, repair, trans } = stage;
  const cell = rest === '' ? failing(assistant) : cellOf(rest, assistant);
  if (repair === null || (cell === '' && rest !== '')) {
    return asked(rest || 'Fix the error.', 'fix', stage);
  }
  if (cell === '') {
    return refused(
      stage,
      trans.__('No cell shows an error. Say what is wrong: /fix the join.')
    );
  }
  const all = taken(assistant);
  // A quick fix reads no file: whoever adds one wants it to be looked at.
  void repair.fix(assistant, cell, all.length > 0, all);
  return 'done';
}

async function explained(rest: string, stage: IStage): Promise<Ran> {
  const { assistant, repair, trans } = stage;
  const here = assistant.actions.focus()?.cell ?? '';
  const cell = rest === '' ? here : cellOf(rest, assistant);
  if (repair === null || (cell === '' && rest !== '')) {
    return asked(rest, 'explain', stage);
  }
  if (cell === '') {
    return refused(stage, trans.__('Select the cell to explain first.'));
  }
  return along(stage, all => repair.explain(assistant, cell, all));
}

/** The cell with an error where the user is, else the last one with any. */
function failing({ actions, panel }: IAssistant): string {
  const here = actions.focus()?.cell ?? '';
  const cells = panel.content.widgets.map(cell => cell.model.id).reverse();
  return [here, ...cells].find(one => actions.failure(one) !== '') ?? '';
}

/** The cell that *mention* names alone, as `@In[3]`; '' for other words. */
function cellOf(mention: string, { actions, panel }: IAssistant): string {
  const cells = panel.content.widgets.map(cell => cell.model.id);
  const label = mention.trim().replace(/^@/, '');
  return cells.find(one => actions.label(one) === label) ?? '';
}

function asked(prompt: string, kind: RequestKind, stage: IStage): Promise<Ran> {
  const { assistant } = stage;
  return along(stage, enclosed => assistant.ask(prompt, { kind, enclosed }));
}

/** Send with all that was added to the message; in vain, it is added to the next. */
async function along(
  stage: IStage,
  send: (enclosed: readonly IEnclosure[]) => Promise<IOutcome>
): Promise<Ran> {
  const { assistant } = stage;
  const enclosed = taken(assistant);
  const outcome = await send(enclosed);
  if (outcome.kind !== 'done' && outcome.turn === '') {
    enclosed.forEach(one => void assistant.enclose(one));
  }
  return told(outcome, stage);
}

/** Take all that was added to the message out of the composer. */
function taken({ desk }: IAssistant): readonly IEnclosure[] {
  const { enclosed } = desk;
  enclosed.forEach(one => desk.discard(one.key));
  return enclosed;
}

async function opened(open: () => void): Promise<Ran> {
  open();
  return 'done';
}

async function refused(stage: IStage, sentence: string): Promise<Ran> {
  stage.say(sentence);
  return 'refused';
}

function told(outcome: IOutcome, stage: IStage): Ran {
  stage.say(remark(outcome, stage.assistant.state));
  // What has become a message is there to be tried again.
  return outcome.kind === 'failed' && outcome.turn === '' ? 'refused' : 'done';
}

async function exported(rest: string, stage: IStage): Promise<Ran> {
  const { assistant, trans } = stage;
  const form = exportForm(rest);
  if (form === null) {
    return refused(
      stage,
      trans.__('Write /export markdown, /export json or /export notebook.')
    );
  }
  const outcome = await assistant.past.export(form);
  if (outcome.kind === 'done' && assistant.state.exported !== null) {
    download(assistant.state.exported);
  }
  stage.say(remark(outcome, assistant.state));
  return outcome.kind === 'done' ? 'done' : 'refused';
}
