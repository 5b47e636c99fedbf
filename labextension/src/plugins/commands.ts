/** Commands that ask and stop, for the palette, shortcuts and other extensions. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette, InputDialog } from '@jupyterlab/apputils';
import type { TranslationBundle } from '@jupyterlab/translation';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';

import type { IOutcome, RequestKind } from '../tokens';
import { IAssistants, ISidebar } from '../tokens';

const CATEGORY = 'Notebook Operations';

export const commands: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-ctx:commands',
  description: 'Commands that ask the assistant and stop it.',
  autoStart: true,
  requires: [IAssistants],
  optional: [ISidebar, ICommandPalette, ITranslator],
  activate: (
    app: JupyterFrontEnd,
    assistants: IAssistants,
    sidebar: ISidebar | null,
    palette: ICommandPalette | null,
    translator: ITranslator | null
  ): void => {
    const trans = (translator ?? nullTranslator).load('jupyter_ctx');
    const isEnabled = (): boolean => assistants.current !== null;
    app.commands.addCommand('jupyter-ctx:ask', {
      label: trans.__('Ask the Assistant…'),
      caption: trans.__(
        'Ask about this notebook; the answer is in the sidebar'
      ),
      describedBy: { args: ASK_ARGUMENTS },
      isEnabled,
      execute: ({ prompt, kind }) =>
        ask(assistants, sidebar, trans, text(prompt), readKind(kind))
    });
    app.commands.addCommand('jupyter-ctx:stop', {
      label: trans.__('Stop the Assistant'),
      caption: trans.__('End the replies that are being made'),
      describedBy: { args: { type: 'object', properties: {} } },
      isEnabled,
      execute: () => assistants.current?.stop()
    });
    for (const command of ['jupyter-ctx:ask', 'jupyter-ctx:stop']) {
      palette?.addItem({ command, category: CATEGORY });
    }
  }
};

const ASK_ARGUMENTS = {
  type: 'object',
  properties: {
    prompt: {
      type: 'string',
      description: 'The question; asked for if empty.'
    },
    kind: { type: 'string', enum: ['ask', 'fix', 'explain'] }
  }
} as const;

/** Ask *prompt*, or let the user write one. */
async function ask(
  { current }: IAssistants,
  sidebar: ISidebar | null,
  trans: TranslationBundle,
  prompt: string,
  kind: RequestKind
): Promise<IOutcome | null> {
  if (current === null) {
    return null;
  }
  if (prompt !== '' || kind !== 'ask') {
    sidebar?.reveal();
    return current.ask(prompt, { kind });
  }
  if (sidebar !== null) {
    sidebar.compose();
    return null;
  }
  const title = trans.__('Ask the assistant');
  const { value } = await InputDialog.getText({ title });
  return value ? current.ask(value) : null;
}

function readKind(value: unknown): RequestKind {
  return value === 'fix' || value === 'explain' ? value : 'ask';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
