/** Commands that open a part of the sidebar or act on its newest message. */

import type { CommandRegistry } from '@lumino/commands';

import type { IAssistant } from '../../tokens';

import type { Wish } from './conversation';
import type { Trans } from '../sentences';

/** A command by what it does; what a person reads of it is in its label. */
export interface IWay {
  readonly id: string;
  readonly label: string;
  /** What of the sidebar it asks for. */
  readonly wish?: Exclude<Wish, 'compose'>;
  /** What it does besides. */
  readonly act?: (assistant: IAssistant) => void;
  readonly isEnabled?: (assistant: IAssistant) => boolean;
}

export function ways(trans: Trans): readonly IWay[] {
  return [...parts(trans), ...steps(trans)];
}

/** What opens a part of the sidebar. */
function parts(trans: Trans): readonly IWay[] {
  return [
    { id: 'pick-model', label: trans.__('Pick Who Answers…'), wish: 'models' },
    { id: 'privacy', label: trans.__('Privacy…'), wish: 'privacy' },
    {
      id: 'show-variables',
      label: trans.__('Show Variables'),
      wish: 'variables'
    },
    { id: 'memory', label: trans.__('Show Memory Files'), wish: 'memory' },
    {
      id: 'instruct',
      label: trans.__('Add Standing Instruction…'),
      wish: 'instruct'
    },
    {
      id: 'show-stale',
      label: trans.__('Show Cells That Are Out of Date'),
      wish: 'stale',
      isEnabled: ({ state }) => state.stale.length > 0
    },
    { id: 'doctor', label: trans.__('Doctor'), wish: 'doctor' },
    { id: 'help', label: trans.__('Help on Commands and Keys'), wish: 'help' }
  ];
}

/** What goes through the messages, or acts on the newest. */
function steps(trans: Trans): readonly IWay[] {
  return [
    {
      id: 'next-message',
      label: trans.__('Next Message'),
      wish: 'next',
      isEnabled: hasTurns
    },
    {
      id: 'previous-message',
      label: trans.__('Previous Message'),
      wish: 'previous',
      isEnabled: hasTurns
    },
    {
      id: 'search',
      label: trans.__('Search in the Conversation…'),
      wish: 'search',
      isEnabled: hasTurns
    },
    {
      id: 'regenerate',
      label: trans.__('Regenerate the Last Reply'),
      act: assistant => {
        const last = assistant.state.turns[assistant.state.turns.length - 1];
        void assistant.regenerate(last?.id ?? '');
      },
      isEnabled: hasEndedReply
    }
  ];
}

function hasTurns({ state }: IAssistant): boolean {
  return state.turns.length > 0;
}

/** Whether the newest message has a reply that has ended. */
function hasEndedReply({ state }: IAssistant): boolean {
  const last = state.turns[state.turns.length - 1];
  return last !== undefined && last.reply !== null && !last.live;
}

/** One line of the list of keys in the help. */
export interface IShortcut {
  readonly label: string;
  readonly keys: string;
}

/** The keys of our commands, as they are set now. */
export function shortcuts(commands: CommandRegistry): readonly IShortcut[] {
  const ours = commands.keyBindings.filter(({ command }) =>
    command.startsWith('jupyter-ctx:')
  );
  return ours.map(({ command, keys }) => ({
    label: commands.label(command),
    keys: keys.map(keyName).join(' ')
  }));
}

const isMac = /mac/i.test(globalThis.navigator?.platform ?? '');

function keyName(keys: string): string {
  const accel = isMac ? 'Cmd' : 'Ctrl';
  return keys.replace('Accel', accel).trim().replace(/\s+/g, '+');
}
