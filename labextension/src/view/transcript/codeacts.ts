/** What can be done with a block of code of a reply. */

import { fitted } from '../../notebook/hunks';
import type { Turn } from '../../protocol.generated';
import type { IAssistant } from '../../tokens';

import type { ICodeAct } from './code';
import { copyText } from '../text/copytext';
import type { Trans } from '../sentences';

/** The acts for code of *turn*, all on its own notebook, by the id of its cell. */
export function codeActs(
  assistant: IAssistant,
  turn: Turn,
  trans: Trans,
  say: (message: string) => void
): ICodeAct[] {
  const { actions } = assistant;
  const insert = (where: 'above' | 'below') => (source: string) => {
    say(actions.insert(source, where, turn.cell, turn.id).message);
  };
  const copy: ICodeAct = {
    label: trans.__('Copy'),
    hint: trans.__('Copy this code'),
    isForCells: false,
    act: source => {
      copyText(source, () => say(trans.__('Copied.')));
    }
  };
  return [
    copy,
    {
      label: trans.__('Insert below'),
      hint: trans.__('Put it into a new cell below the one this is about'),
      isForCells: true,
      act: insert('below')
    },
    {
      label: trans.__('Insert above'),
      hint: trans.__('Put it into a new cell above the one this is about'),
      isForCells: true,
      act: insert('above')
    },
    {
      label: trans.__('Insert and run'),
      hint: trans.__(
        'Put it into a new cell below the one this is about, and run that'
      ),
      isForCells: true,
      act: source => void insertAndRun(assistant, turn, source, say)
    },
    ...(turn.cell ? [replace(assistant, turn, trans, say)] : [])
  ];
}

async function insertAndRun(
  { actions }: IAssistant,
  turn: Turn,
  source: string,
  say: (message: string) => void
): Promise<void> {
  const placed = actions.insert(source, 'below', turn.cell, turn.id);
  say(placed.message);
  if (placed.ok) {
    const acted = await actions.run(placed.cell);
    say(acted.message || placed.message);
  }
}

function replace(
  assistant: IAssistant,
  turn: Turn,
  trans: Trans,
  say: (message: string) => void
): ICodeAct {
  return {
    label: trans.__('Replace'),
    hint: trans.__(
      'Show it as a change of the cell this is about, to accept or reject'
    ),
    isForCells: true,
    act: source => {
      const base = sourceOf(assistant, turn.cell);
      if (base === null) {
        say(trans.__('That cell is not in the notebook any more.'));
        return;
      }
      const fresh = fitted(base, source);
      const proposal = { cell: turn.cell, base, source: fresh, turn: turn.id };
      say(assistant.actions.propose(proposal).message);
    }
  };
}

function sourceOf(assistant: IAssistant, id: string): string | null {
  const { widgets } = assistant.panel.content;
  const cell = widgets.find(one => one.model.id === id);
  return cell?.model.sharedModel.getSource() ?? null;
}
