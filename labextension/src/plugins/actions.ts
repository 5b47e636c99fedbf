/** Proposed changes in their cells, and commands that act on the last reply. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette, Notification } from '@jupyterlab/apputils';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import {
  addAboveIcon,
  addBelowIcon,
  caretDownIcon,
  caretUpIcon,
  checkIcon,
  closeIcon,
  undoIcon
} from '@jupyterlab/ui-components';
import { Signal } from '@lumino/signaling';
import * as React from 'react';

import { pythonBlocks } from '../edits/blocks';
import { Change } from '../cell/change';
import { homing } from '../cell/homing';
import { type HunkAct, perform } from '../cell/hunkkeys';
import { CELL_CATEGORY } from '../cell/places';
import { ICellBars, type IPlace, type ISection } from '../cell/section';
import { asCellText } from '../notebook/celltext';
import type { Turn } from '../protocol.generated';
import { type IActed, type IAssistant, IAssistants } from '../tokens';
import type { Trans } from '../view/sentences';

export const actions: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-ctx:actions',
  description: 'Changes of cells: shown, accepted, inserted, taken back.',
  autoStart: true,
  requires: [IAssistants, ICellBars],
  optional: [ICommandPalette, ITranslator],
  activate: (
    app: JupyterFrontEnd,
    assistants: IAssistants,
    bars: ICellBars,
    palette: ICommandPalette | null,
    translator: ITranslator | null
  ): void => {
    const trans = (translator ?? nullTranslator).load('jupyter_ctx');
    bars.add(new Changes(assistants));
    for (const { id, icon, label, isEnabled, act } of acts(trans)) {
      const command = `jupyter-ctx:${id}`;
      app.commands.addCommand(command, {
        label,
        icon,
        describedBy: { args: { type: 'object', properties: {} } },
        isEnabled: () =>
          assistants.current !== null && isEnabled(assistants.current),
        execute: () => {
          tell(assistants.current && act(assistants.current));
        }
      });
      palette?.addItem({ command, category: CELL_CATEGORY });
    }
  }
};

/** The changes that wait for the user's word, each in its cell. */
class Changes implements ISection {
  constructor(assistants: IAssistants) {
    assistants.added.connect((_, { actions: made }) => {
      made.changed.connect(() => {
        this.changed.emit('');
      });
    });
  }

  readonly name = 'change';
  readonly where = 'source';
  readonly changed = new Signal<this, string>(this);

  render({ assistant, cell }: IPlace): React.ReactElement | null {
    const { proposals } = assistant.actions;
    const proposal = proposals.find(one => one.cell === cell.model.id);
    if (proposal === undefined) {
      return null;
    }
    const onDone = (): void => {
      homing.comeBack(cell);
    };
    // A new proposal is a new sight, which takes the focus anew.
    const key = `${proposal.turn} ${proposal.source} ${proposal.base}`;
    return React.createElement(Change, { key, proposal, onDone });
  }
}

interface IAct {
  readonly id: string;
  readonly label: string;
  readonly icon: typeof checkIcon;
  isEnabled(assistant: IAssistant): boolean;
  act(assistant: IAssistant): IActed | null;
}

function acts(trans: Trans): IAct[] {
  return [
    ...insertActs(trans),
    ...changeActs(trans),
    ...hunkActs(trans),
    {
      id: 'undo-edits',
      label: trans.__('Take Back the Cell Edits of the Last Reply'),
      icon: undoIcon,
      isEnabled: one => lastEditing(one) !== '',
      act: one => one.actions.undoTurn(lastEditing(one))
    }
  ];
}

function insertActs(trans: Trans): IAct[] {
  const insert = (where: 'above' | 'below') => (assistant: IAssistant) => {
    const { cell, id } = lastWithCode(assistant) ?? { cell: '', id: '' };
    return assistant.actions.insert(lastCode(assistant), where, cell, id);
  };
  const hasCode = (assistant: IAssistant): boolean =>
    lastCode(assistant) !== '';
  return [
    {
      id: 'insert-below',
      label: trans.__('Insert Code of the Last Reply Below'),
      icon: addBelowIcon,
      isEnabled: hasCode,
      act: insert('below')
    },
    {
      id: 'insert-above',
      label: trans.__('Insert Code of the Last Reply Above'),
      icon: addAboveIcon,
      isEnabled: hasCode,
      act: insert('above')
    },
    {
      id: 'insert-text-below',
      label: trans.__('Insert the Last Reply as Text Below'),
      icon: addBelowIcon,
      isEnabled: one => lastReplied(one) !== undefined,
      act: insertText
    }
  ];
}

/** The commands on all of the change that waits. */
function changeActs(trans: Trans): IAct[] {
  const isEnabled = (assistant: IAssistant): boolean =>
    waiting(assistant) !== '';
  return [
    {
      id: 'accept-change',
      label: trans.__('Accept the Proposed Change'),
      icon: checkIcon,
      isEnabled,
      act: one => one.actions.accept(waiting(one))
    },
    {
      id: 'reject-change',
      label: trans.__('Reject the Proposed Change'),
      icon: closeIcon,
      isEnabled,
      act: one => one.actions.reject(waiting(one))
    }
  ];
}

/** The commands on one change of several in a cell. */
function hunkActs(trans: Trans): IAct[] {
  const make = (
    act: HunkAct,
    id: string,
    label: string,
    icon: typeof checkIcon
  ): IAct => ({
    id,
    label,
    icon,
    isEnabled: one => one.actions.hunks(waiting(one)).length > 1,
    act: one => actOnHunk(one, act)
  });
  return [
    make('next', 'next-hunk', trans.__('Next Proposed Change'), caretDownIcon),
    make(
      'previous',
      'previous-hunk',
      trans.__('Previous Proposed Change'),
      caretUpIcon
    ),
    make(
      'accept',
      'accept-hunk',
      trans.__('Accept This Proposed Change Alone'),
      checkIcon
    ),
    make(
      'reject',
      'reject-hunk',
      trans.__('Reject This Proposed Change Alone'),
      closeIcon
    )
  ];
}

function actOnHunk(assistant: IAssistant, act: HunkAct): IActed | null {
  const { actions: made } = assistant;
  const cell = waiting(assistant);
  const proposal = made.proposals.find(one => one.cell === cell);
  let acted: IActed | null = null;
  if (proposal !== undefined) {
    const hunks = made.hunks(cell);
    const onAct = (one: IActed): void => void (acted = one);
    perform(act, { proposal, hunks, actions: made, onAct });
  }
  return acted;
}

function lastReplied({ state }: IAssistant): Turn | undefined {
  return [...state.turns].reverse().find(turn => turn.reply?.text.trim());
}

function insertText(assistant: IAssistant): IActed {
  const { cell = '', id = '', reply } = lastReplied(assistant) ?? {};
  const text = asCellText(reply?.text ?? '');
  return assistant.actions.insert(text, 'below', cell, id, 'markdown');
}

/** The cell that waits for a word: the active one if it does, else the first. */
function waiting({ actions: made }: IAssistant): string {
  const cells = made.proposals.map(proposal => proposal.cell);
  const active = made.focus()?.cell ?? '';
  return cells.includes(active) ? active : (cells[0] ?? '');
}

function lastWithCode({ state }: IAssistant): Turn | undefined {
  return [...state.turns]
    .reverse()
    .find(({ reply }) => reply !== null && codeOf(reply.text) !== '');
}

function lastCode(assistant: IAssistant): string {
  return codeOf(lastWithCode(assistant)?.reply?.text ?? '');
}

function codeOf(text: string): string {
  return pythonBlocks(text)[0] ?? '';
}

function lastEditing({ state, actions: made }: IAssistant): string {
  const edited = state.turns.filter(turn => made.edits(turn.id) > 0);
  return edited[edited.length - 1]?.id ?? '';
}

/** Say what a command could not do; what it did is in sight. */
function tell(acted: IActed | null): void {
  if (acted && acted.message !== '') {
    const type = acted.ok ? 'info' : 'warning';
    Notification.emit(acted.message, type, { autoClose: 5000 });
  }
}
