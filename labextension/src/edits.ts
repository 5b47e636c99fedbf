/** Changes of one notebook by cell id, guarded and undoable; no view, no Lab. */

import { Signal, type ISignal } from '@lumino/signaling';

import {
  executionCount,
  find,
  indexOf,
  type IShared,
  type ISharedCell,
  isDeletable,
  isEditable,
  outputsOf,
  place,
  remove,
  rewrite
} from './cells';
import { type IEdit, type IKeep, Journal } from './journal';
import { hasMask, uncover } from './masks';
import { failure } from './outputs';
import { merged, patched } from './patch';
import type { Focus } from './protocol.generated';
import * as say from './sayings';
import type { IActed, IDecision, IDocumentActions, IProposal } from './tokens';

/** One open notebook as it is needed here. */
export interface IPage {
  /** Null until the notebook is loaded. */
  readonly shared: IShared | null;
  readonly path: string;
  readonly isReadOnly: boolean;
  readonly focus: Focus | null;
  /** Cells came, went, moved or ran: names and what is there have changed. */
  readonly cellsChanged: ISignal<unknown, void>;
  /** Something in the document has changed; comes with every key. */
  readonly textChanged: ISignal<unknown, void>;
  readonly pathChanged: ISignal<unknown, string>;
  /** Scroll to a cell and make it active; the focus stays where it is. */
  reveal(cell: string): void;
  /** Whether the user is writing into a cell, and must not be led away. */
  readonly isWriting: boolean;
  /** Run a cell; a sentence tells why it could not be run. */
  run(cell: string): Promise<string>;
  dispose(): void;
}

export class DocumentActions implements IDocumentActions {
  constructor(page: IPage, keep: IKeep) {
    this._page = page;
    this._journal = new Journal(keep, page.path);
    page.cellsChanged.connect(this._look, this);
    page.textChanged.connect(this._check, this);
    page.pathChanged.connect(this._move, this);
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get decided(): ISignal<this, IDecision> {
    return this._decided;
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  get proposals(): readonly IProposal[] {
    return [...this._proposals.values()];
  }

  dispose(): void {
    if (!this._isDisposed) {
      this._isDisposed = true;
      this._page.cellsChanged.disconnect(this._look, this);
      this._page.textChanged.disconnect(this._check, this);
      this._page.pathChanged.disconnect(this._move, this);
      this._page.dispose();
      Signal.clearData(this);
    }
  }

  focus(): Focus | null {
    return this._page.focus;
  }

  insert(
    source: string,
    where: 'above' | 'below',
    anchor: string,
    turn: string
  ): IActed {
    const { shared } = this._page;
    if (shared === null || this._page.isReadOnly) {
      return refused(shared === null ? say.NOT_LOADED : say.READ_ONLY);
    }
    const bound = indexOf(shared, anchor);
    const active = indexOf(shared, this._page.focus?.cell ?? '');
    const cell = place(shared, placeFor(shared, where, bound, active), source);
    this._journal.add({
      turn,
      cell,
      kind: 'insert',
      before: '',
      after: source
    });
    this._page.reveal(cell);
    this._changed.emit();
    return done(cell, anchor !== '' && bound < 0 ? say.ANCHOR_GONE : '');
  }

  propose(proposal: IProposal): IActed {
    const reason = this._whyNot(proposal.cell);
    if (reason !== '') {
      return refused(reason, proposal.cell);
    }
    this._settle(proposal.cell, 'replaced');
    this._proposals.set(proposal.cell, this._checked(proposal));
    if (!this._page.isWriting) {
      this._page.reveal(proposal.cell);
    }
    this._changed.emit();
    return done(proposal.cell);
  }

  accept(cell: string): IActed {
    const proposal = this._proposals.get(cell);
    const reason = this._whyNot(cell);
    const target = find(this._page.shared, cell);
    if (proposal === undefined || target === null || reason !== '') {
      return refused(reason || say.NO_PROPOSAL, cell);
    }
    const before = target.getSource();
    const after = patched(before, proposal.base, proposal.source);
    if (after === null) {
      const checked = this._checked(proposal);
      this._proposals.set(cell, checked);
      this._changed.emit();
      return refused(checked.conflict ?? '', cell);
    }
    rewrite(target, after);
    const { turn } = proposal;
    this._journal.add({ turn, cell, kind: 'replace', before, after });
    this._settle(cell, 'accepted');
    return done(cell, say.replaced(this.label(cell)));
  }

  rebase(cell: string): IActed {
    const proposal = this._proposals.get(cell);
    const target = find(this._page.shared, cell);
    if (proposal === undefined || target === null) {
      return refused(say.NO_PROPOSAL, cell);
    }
    const current = target.getSource();
    const kept = merged(current, proposal.base, proposal.source);
    const source = kept ?? proposal.source;
    if (hasMask(source)) {
      return refused(say.MASKED, cell);
    }
    const note = kept === null ? say.MINE_GOES : say.MINE_STAYS;
    const fresh = { ...proposal, base: current, source, note, conflict: '' };
    this._proposals.set(cell, fresh);
    this._changed.emit();
    return done(cell, note);
  }

  reject(cell: string): IActed {
    if (!this._proposals.has(cell)) {
      return refused(say.NO_PROPOSAL, cell);
    }
    this._settle(cell, 'rejected');
    return done(cell, say.REJECTED);
  }

  async run(cell: string): Promise<IActed> {
    const name = this.label(cell);
    if (find(this._page.shared, cell) === null) {
      return refused(say.GONE_NOT_RUN, cell);
    }
    const reason = await this._page.run(cell);
    if (reason !== '') {
      return refused(reason, cell);
    }
    const error = this.failure(cell);
    const acted = error === '' ? done(cell) : failed(cell, name, error);
    return { ...acted, hasRun: true };
  }

  failure(cell: string): string {
    return failure(outputsOf(find(this._page.shared, cell)));
  }

  source(cell: string): string {
    return find(this._page.shared, cell)?.getSource() ?? '';
  }

  edits(turn: string): number {
    return this._of(turn).filter(edit => this._isAsLeft(edit)).length;
  }

  undoTurn(turn: string): IActed {
    const all = this._of(turn);
    const gone: IEdit[] = [];
    for (const edit of [...all].reverse()) {
      if (this._takeBack(edit)) {
        gone.push(edit);
      }
    }
    this._journal.drop(gone);
    this._changed.emit();
    const message = say.takenBack(gone.length, all.length - gone.length);
    const cell = gone[gone.length - 1]?.cell ?? '';
    return gone.length > 0 ? done(cell, message) : refused(message);
  }

  reveal(cell: string): void {
    this._page.reveal(cell);
  }

  label(cell: string): string {
    const target = find(this._page.shared, cell);
    const index = indexOf(this._page.shared, cell);
    return say.label(index, executionCount(target));
  }

  position(cell: string): number {
    return indexOf(this._page.shared, cell);
  }

  /** Say why a cell can't be changed; empty where it can. */
  private _whyNot(cell: string): string {
    const { shared, isReadOnly } = this._page;
    const target = find(shared, cell);
    if (shared === null || target === null) {
      return shared === null ? say.NOT_LOADED : say.GONE;
    }
    if (target.cell_type !== 'code') {
      return say.NO_CODE;
    }
    const isFree = !isReadOnly && isEditable(target);
    return isFree ? '' : isReadOnly ? say.READ_ONLY : say.LOCKED;
  }

  /** Note on a proposal whether its cell is still what it was made for. */
  private _checked(proposal: IProposal): IProposal {
    const { cell, base, source } = proposal;
    const current = this.source(cell);
    if (patched(current, base, source) !== null) {
      return { ...proposal, conflict: '' };
    }
    const hasChanged = uncover(base, current) === null;
    const conflict = hasChanged ? say.conflict(this.label(cell)) : say.MASKED;
    return { ...proposal, conflict };
  }

  private _settle(cell: string, verdict: IDecision['verdict']): void {
    const proposal = this._proposals.get(cell);
    if (proposal !== undefined) {
      this._proposals.delete(cell);
      this._changed.emit();
      this._decided.emit({ proposal, verdict });
    }
  }

  private _of(turn: string): IEdit[] {
    return this._journal.edits.filter(edit => edit.turn === turn);
  }

  private _isAsLeft({ cell, kind, after }: IEdit): boolean {
    const target = find(this._page.shared, cell);
    if (target === null || this._page.isReadOnly) {
      return false;
    }
    const isFree = kind === 'insert' ? isDeletable(target) : isEditable(target);
    return isFree && target.getSource() === after;
  }

  private _takeBack(edit: IEdit): boolean {
    const { shared } = this._page;
    const target: ISharedCell | null = find(shared, edit.cell);
    if (shared === null || target === null || !this._isAsLeft(edit)) {
      return false;
    }
    if (edit.kind === 'insert') {
      remove(shared, edit.cell);
    } else {
      rewrite(target, edit.before);
    }
    return true;
  }

  private _look(): void {
    // A move takes a cell out and puts it back: look when both have happened.
    void Promise.resolve().then(() => {
      if (!this._isDisposed) {
        this._forgetGone();
        this._changed.emit();
      }
    });
  }

  /** Show at once that the user has typed where a change waits. */
  private _check(): void {
    for (const proposal of this.proposals) {
      const checked = this._checked(proposal);
      if (checked.conflict !== proposal.conflict) {
        this._proposals.set(proposal.cell, checked);
        this._changed.emit();
      }
    }
  }

  private _forgetGone(): void {
    for (const { cell } of this.proposals) {
      if (find(this._page.shared, cell) === null) {
        this._settle(cell, 'gone');
      }
    }
  }

  private _move(_: unknown, path: string): void {
    this._journal.move(path);
  }

  private readonly _page: IPage;
  private readonly _journal: Journal;
  private readonly _proposals = new Map<string, IProposal>();
  private readonly _changed = new Signal<this, void>(this);
  private readonly _decided = new Signal<this, IDecision>(this);
  private _isDisposed = false;
}

/** The index beside the bound cell, else beside the active one, else the end. */
function placeFor(
  shared: IShared,
  where: 'above' | 'below',
  bound: number,
  active: number
): number {
  const index = bound < 0 ? active : bound;
  const last = shared.cells.length;
  return index < 0 ? last : where === 'below' ? index + 1 : index;
}

function done(cell: string, message = ''): IActed {
  return { ok: true, message, cell };
}

function failed(cell: string, name: string, error: string): IActed {
  return refused(say.failed(name, error), cell);
}

function refused(message: string, cell = ''): IActed {
  return { ok: false, message, cell };
}
