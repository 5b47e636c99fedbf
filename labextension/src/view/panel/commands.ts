/** The commands of the sidebar, in the palette and in its menu. */

import type { ICommandPalette } from '@jupyterlab/apputils';
import type { CommandRegistry } from '@lumino/commands';
import { Menu } from '@lumino/widgets';

import type {
  ExportForm,
  IAssistant,
  IAssistants,
  ISidebar
} from '../../tokens';

import { toMarkdown } from '../transcript/copy';
import { copyText } from '../text/copytext';
import { download, pick } from '../composer/files';
import { ctxIcon } from '../icon';
import type { SidebarPanel } from './panel';
import type { Trans } from '../sentences';
import { ways } from './ways';

const PREFIX = 'jupyter-ctx:';
const OPEN = 'jupyter-ctx:open';
const COMPOSE = 'jupyter-ctx:compose';
const NEW = 'jupyter-ctx:new-conversation';
const UNDO = 'jupyter-ctx:undo';
const COPY = 'jupyter-ctx:copy-conversation';
const CONTEXT = 'jupyter-ctx:show-context';
const VARIABLES = `${PREFIX}show-variables`;
const CLEAR = 'jupyter-ctx:clear';
const COMPACT = 'jupyter-ctx:compact';
const SAVED = 'jupyter-ctx:conversations';
const EXPORT = 'jupyter-ctx:export-conversation';
const EXPORT_NOTEBOOK = 'jupyter-ctx:export-conversation-as-notebook';
const EXPORT_JSON = 'jupyter-ctx:export-conversation-as-json';
const IMPORT = 'jupyter-ctx:import-conversation';
const SETTINGS = 'jupyter-ctx:settings';

/** In the order of the menu; '' is a line between two groups. */
const ENTRIES = [
  ...[NEW, SAVED, CLEAR, UNDO, ''],
  ...[CONTEXT, VARIABLES, COMPACT, ''],
  ...[COPY, EXPORT, EXPORT_NOTEBOOK, EXPORT_JSON, IMPORT, ''],
  ...['memory', 'instruct', 'doctor', 'help'].map(id => `${PREFIX}${id}`),
  SETTINGS
];

/** Lab's editor of settings; Notebook 7 has it, too. */
const EDITOR = 'settingeditor:open';

interface IWired {
  readonly commands: CommandRegistry;
  readonly assistants: IAssistants;
  readonly door: ISidebar;
  readonly panel: Pick<SidebarPanel, 'unfold'>;
  readonly palette: ICommandPalette | null;
  readonly trans: Trans;
}

/** Add the commands; those on a conversation need a current notebook. */
export function addCommands(wired: IWired): void {
  addDoors(wired);
  addActs(wired);
  const category = wired.trans.__('Assistant');
  const more = ways(wired.trans).map(({ id }) => `${PREFIX}${id}`);
  const all = [OPEN, ...ENTRIES.filter(Boolean), ...more];
  for (const command of new Set(all)) {
    wired.palette?.addItem({ command, category });
  }
}

/** The menu of the head; its commands act on the current notebook. */
export function createMenu(commands: CommandRegistry): Menu {
  const menu = new Menu({ commands });
  for (const command of ENTRIES) {
    menu.addItem(command === '' ? { type: 'separator' } : { command });
  }
  return menu;
}

function addDoors({ commands, door, trans }: IWired): void {
  commands.addCommand(SETTINGS, {
    label: trans.__('Settings of the Assistant'),
    describedBy: { args: { type: 'object', properties: {} } },
    isEnabled: () => commands.hasCommand(EDITOR),
    execute: () => commands.execute(EDITOR, { query: 'jupyter_ctx' })
  });
  commands.addCommand(OPEN, {
    label: trans.__('Open Assistant'),
    icon: ctxIcon,
    describedBy: { args: { type: 'object', properties: {} } },
    execute: () => {
      door.compose();
    }
  });
  commands.addCommand(COMPOSE, {
    label: trans.__('Ask Assistant…'),
    icon: ctxIcon,
    describedBy: {
      args: { type: 'object', properties: { text: { type: 'string' } } }
    },
    execute: args => {
      const { text } = args;
      door.compose(typeof text === 'string' ? text : undefined);
    }
  });
}

type Add = (
  id: string,
  label: string | ((assistant: IAssistant | null) => string),
  act: (assistant: IAssistant) => void,
  isEnabled?: (assistant: IAssistant) => boolean
) => void;

/** Give what adds a command that acts on the current notebook. */
function adder({ commands, assistants }: IWired): Add {
  return (id, label, act, isEnabled = () => true) => {
    commands.addCommand(id, {
      label: () =>
        typeof label === 'string' ? label : label(assistants.current),
      describedBy: { args: { type: 'object', properties: {} } },
      isEnabled: () =>
        assistants.current !== null && isEnabled(assistants.current),
      execute: () => {
        if (assistants.current !== null) {
          act(assistants.current);
        }
      }
    });
  };
}

function hasTurns({ state }: IAssistant): boolean {
  return state.turns.length > 0;
}

function addActs(wired: IWired): void {
  const { trans } = wired;
  const add = adder(wired);
  add(NEW, trans.__('New Conversation'), one => void one.past.begin());
  add(CLEAR, trans.__('New Task'), one => void one.past.clear(), hasTurns);
  add(
    UNDO,
    assistant => undoLabel(assistant, trans),
    assistant => void assistant.undo(),
    assistant => assistant.state.canUndo !== ''
  );
  const copy = trans.__('Copy Conversation as Markdown');
  add(COPY, copy, one => void copyConversation(one, trans), hasTurns);
  const forms = [
    [EXPORT, 'markdown', trans.__('Save Conversation as Markdown…')],
    [EXPORT_NOTEBOOK, 'notebook', trans.__('Save Conversation as Notebook…')],
    [EXPORT_JSON, 'json', trans.__('Save Conversation as JSON…')]
  ] as const;
  for (const [id, form, label] of forms) {
    add(id, label, one => void save(one, form), hasTurns);
  }
  add(IMPORT, trans.__('Open a Saved Conversation…'), one =>
    pick(file => void one.past.import(file))
  );
  addParts(wired, add);
}

/** The commands that unfold a part of the sidebar. */
function addParts({ door, panel, trans }: IWired, add: Add): void {
  const show = (part: Parameters<typeof panel.unfold>[0]) => (): void => {
    door.reveal();
    panel.unfold(part);
  };
  add(CONTEXT, trans.__('Show What Is Sent'), show('context'));
  add(
    COMPACT,
    trans.__('Summarise Older Messages…'),
    show('compact'),
    hasTurns
  );
  add(SAVED, trans.__('Conversations…'), show('saved'));
  for (const way of ways(trans)) {
    const act = (assistant: IAssistant): void => {
      door.reveal();
      if (way.wish !== undefined) {
        panel.unfold(way.wish);
      }
      way.act?.(assistant);
    };
    add(`${PREFIX}${way.id}`, way.label, act, way.isEnabled);
  }
}

async function save(assistant: IAssistant, form: ExportForm): Promise<void> {
  const outcome = await assistant.past.export(form);
  const { exported } = assistant.state;
  if (outcome.kind === 'done' && exported !== null) {
    download(exported);
  }
}

function undoLabel(assistant: IAssistant | null, trans: Trans): string {
  const verb = assistant?.state.canUndo ?? '';
  return verb === ''
    ? trans.__('Undo in Conversation')
    : trans.__('Undo in Conversation: %1', verb);
}

async function copyConversation(
  assistant: IAssistant,
  trans: Trans
): Promise<void> {
  if (assistant.state.before > 0) {
    // Also what was not looked at yet.
    await assistant.past.older(assistant.state.before);
  }
  const name = assistant.panel.context.localPath.split('/').pop() ?? '';
  copyText(toMarkdown(name, assistant.state.turns, trans), () => undefined);
}
