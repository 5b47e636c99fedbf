/** Edits of cells by an instruction: written, sent, and answered with a change; no view. */

import { Signal, type ISignal } from '@lumino/signaling';

import { EMPTY_DRAFTS, type IDrafts, isDrafts, kept } from './drafts';
import { offer } from './fixes';
import type { Turn } from '../protocol.generated';
import * as say from '../sayings';
import type { Shelf } from '../talk/shelf';
import type { IAssistant, IProposal } from '../tokens';

/** The field of one cell. */
export interface IInstruction {
  readonly text: string;
  /** The model is asked: the field can be stopped, not changed. */
  readonly isAsking: boolean;
  /** Why there is no change to show; empty if nothing went wrong. */
  readonly problem: string;
  /** It was open before a reload: it does not take the focus. */
  readonly isRestored: boolean;
}

const EMPTY: IInstruction = {
  text: '',
  isAsking: false,
  problem: '',
  isRestored: false
};

/**
 * Keeps the open fields of one notebook, one a cell, and what is written in them.
 *
 * A text stays on the *shelf*, over closing and reloads, until its change is shown.
 */
export class Instruct {
  constructor(
    private readonly _assistant: IAssistant,
    private readonly _shelf: Shelf<IDrafts>
  ) {
    this._drafts = _shelf.read(isDrafts) ?? EMPTY_DRAFTS;
    for (const [cell, { text, isOpen }] of Object.entries(this._drafts)) {
      if (isOpen) {
        this._fields.set(cell, { ...EMPTY, text, isRestored: true });
      }
    }
  }

  /** The field of the cell with this id came, changed or went. */
  get changed(): ISignal<this, string> {
    return this._changed;
  }

  get(cell: string): IInstruction | null {
    return this._fields.get(cell) ?? null;
  }

  /** Open the field of *cell*, with its text; one that is open stays as it is. */
  open(cell: string): void {
    const text = this._drafts[cell]?.text ?? '';
    this._set(cell, this.get(cell) ?? { ...EMPTY, text });
  }

  /** The notebook has another name now. */
  move(key: string): void {
    this._shelf.move(key, this._drafts);
  }

  write(cell: string, text: string): void {
    const field = this.get(cell);
    if (field !== null && !field.isAsking) {
      this._set(cell, { ...field, text });
    }
  }

  /**
   * Ask for the change that is written; the field goes when it is shown.
   *
   * Where there is none the field stays with what was typed, and says why.
   */
  async send(cell: string): Promise<void> {
    const field = this.get(cell);
    const text = field?.text.trim() ?? '';
    if (field === null || field.isAsking || text === '') {
      return;
    }
    const asked = { ...field, isAsking: true, problem: '' };
    this._stopped.delete(cell);
    this._set(cell, asked);
    const problem = await ask(this._assistant, cell, text);
    // Meanwhile it may have been closed, or opened anew.
    if (this.get(cell) === asked) {
      const left = { ...asked, isAsking: false, problem };
      this._set(cell, problem === '' ? null : left);
    }
  }

  /** Stop a reply on its way, else close the field; tells whether it is closed. */
  leave(cell: string): boolean {
    const isStopping = this.get(cell)?.isAsking && !this._stopped.has(cell);
    if (isStopping) {
      this.stop(cell);
    } else {
      this.close(cell);
    }
    return !isStopping;
  }

  /** Close the field, and stop a reply on its way; its text is there again later. */
  close(cell: string): void {
    const field = this.get(cell);
    const isAsking = field?.isAsking === true;
    this._set(cell, null, field?.text);
    if (isAsking) {
      void this._assistant.stop(live(this._assistant, cell));
    }
  }

  /** End the reply on its way; the field stays with what was typed. */
  stop(cell: string): void {
    if (this.get(cell)?.isAsking === true) {
      this._stopped.add(cell);
      void this._assistant.stop(live(this._assistant, cell));
    }
  }

  /** Let *field* be that of *cell*; *text* is what stays of one that goes. */
  private _set(cell: string, field: IInstruction | null, text = ''): void {
    if (field === null) {
      this._fields.delete(cell);
    } else {
      this._fields.set(cell, field);
    }
    const draft = { text: field?.text ?? text, isOpen: field !== null };
    this._drafts = kept(this._drafts, cell, draft);
    this._shelf.write(this._drafts);
    this._changed.emit(cell);
  }

  private readonly _changed = new Signal<this, string>(this);
  private readonly _fields = new Map<string, IInstruction>();
  /** Cells whose reply was stopped and has not ended yet. */
  private readonly _stopped = new Set<string>();
  private _drafts: IDrafts;
}

/** Ask and show the change; gives why there is none, else an empty text. */
async function ask(
  assistant: IAssistant,
  cell: string,
  text: string
): Promise<string> {
  const { actions } = assistant;
  const base = actions.source(cell);
  const focus = actions.focus();
  const outcome = await assistant.ask(text, {
    kind: 'edit',
    focus: focus?.cell === cell ? focus : { cell }
  });
  const turn = assistant.state.turns.find(one => one.id === outcome.turn);
  return outcome.kind !== 'done' || turn === undefined
    ? outcome.message || say.STOPPED_EDIT
    : show(actions, turn, { cell, base, label: text });
}

/** Show the change that *turn* holds; gives why it can't be, else an empty text. */
function show(
  actions: IAssistant['actions'],
  turn: Turn,
  { cell, base, label }: Pick<IProposal, 'cell' | 'base'> & { label: string }
): string {
  const { fixes, reason } = offer(turn, cell, base);
  const proposal = fixes[0]?.proposal ?? null;
  if (proposal === null) {
    return reason || say.NO_EDIT;
  }
  const acted = actions.propose({ ...proposal, label });
  return acted.ok ? '' : acted.message;
}

/** The reply that is being made for *cell*, else the newest. */
function live({ state }: IAssistant, cell: string): string | undefined {
  const all = state.turns.filter(turn => turn.live !== null);
  const bound = all.filter(turn => turn.cell === cell);
  return (bound.pop() ?? all.pop())?.id;
}
