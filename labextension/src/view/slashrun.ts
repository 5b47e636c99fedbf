/** What the commands of the composer do. */

import type { IAssistant, IOutcome } from '../tokens';

import { download } from './files';
import { remark } from './outcome';
import type { Trans } from './sentences';
import {
  allCommands,
  exportForm,
  planGoal,
  read,
  type CommandName
} from './slash';

/** What a command can open. */
export type Opened = 'compact' | 'memory' | 'models' | 'help';

export interface IStage {
  readonly assistant: IAssistant;
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
    say(
      trans.__(
        'There is no command /%1. Write /help for the list.',
        typed.unknown
      )
    );
    return Promise.resolve('refused');
  }
  return RUN[typed.name](typed.rest, stage);
}

/** A refused command stays in the composer, to be mended. */
export type Ran = 'done' | 'refused';

const RUN: Record<CommandName, (rest: string, stage: IStage) => Promise<Ran>> =
  {
    compact: (rest, { open }) => opened(() => open('compact', rest)),
    memory: (_, { open }) => opened(() => open('memory', '')),
    help: (_, { open }) => opened(() => open('help', '')),
    clear: (_, stage) => told(stage.assistant.past.clear(), stage),
    model: (rest, stage) =>
      rest === ''
        ? opened(() => stage.open('models', ''))
        : told(stage.assistant.setModel(rest), stage),
    plan: (rest, stage) =>
      rest === ''
        ? refused(
            stage,
            stage.trans.__('Write what to plan: /plan rename x to y.')
          )
        : told(stage.assistant.ask(planGoal(rest), { kind: 'plan' }), stage),
    export: (rest, stage) => exported(rest, stage)
  };

async function opened(open: () => void): Promise<Ran> {
  open();
  return 'done';
}

async function refused(stage: IStage, sentence: string): Promise<Ran> {
  stage.say(sentence);
  return 'refused';
}

async function told(acted: Promise<IOutcome>, stage: IStage): Promise<Ran> {
  const outcome = await acted;
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
