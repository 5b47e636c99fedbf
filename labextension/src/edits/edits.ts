/** Changes of one notebook by cell id, guarded and undoable; no view, no Lab. */

import { Signal, type ISignal } from '@lumino/signaling';

import { done, failed, refused } from './acted';
import {
  executionCount,
  find,
  indexOf,
  type ISharedCell,
  isDeletable,
  isEditable,
  outputsOf,
  place,
  placeFor,
  remove,
  rewrite
} from '../notebook/cells';
import { type IHunk, type Verdict, withEnds } from '../notebook/hunks';
import { type IEdit, type IKeep, Journal } from './journal';
import { hasMask } from '../notebook/masks';
import type { IPage } from '../notebook/notebookpage';
import { failure } from '../notebook/outputs';
import {
  type IMade,
  isDecided,
  isNothing,
  made,
  said,
  type Taking
} from './proposals';
import type { Focus } from '../protocol.generated';
import { Recount } from './recount';
import * as say from '../sayings';
import type {
  CellKind,
  IActed,
  IDecision,
  IDocumentActions,
  ILost,
  IProposal
} from '../tokens';
import { asLeft, backable, lost } from './undoing';
import { Waiting } from './waiting';

export type { IPage };

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
    return this._waiting.all;
  }

  dispose(): void {
    if (!this._isDisposed) {
      this._isDisposed = true;
      this._page.cellsChanged.disconnect(this._look, this);
      this._page.textChanged.disconnect(this._check, this);
      this._page.pathChanged.disconnect(this._move, this);
      this._recount.dispose();
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
    turn: string,
    kind: CellKind = 'code'
  ): IActed {
    const { shared, isReadOnly } = this._page;
    if (shared === null) {
      return refused(say.NOT_LOADED);
    }
    if (isReadOnly) {
      return refused(say.READ_ONLY);
    }
    const bound = indexOf(shared, anchor);
    const active = indexOf(shared, this._page.focus?.cell ?? '');
    const index = placeFor(shared, where, bound, active);
    const after = withEnds('', source);
    const cell = place(shared, index, after, kind);
    this._journal.add({ turn, cell, kind: 'insert', before: '', after });
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
    const source = withEnds(proposal.base, proposal.source);
    this._waiting.keep({ ...proposal, source });
    if (!this._page.isWriting) {
      this._page.reveal(proposal.cell);
    }
    this._changed.emit();
    return done(proposal.cell);
  }

  accept(cell: string): IActed {
    return this._make(cell, 'rest');
  }

  apply(cell: string): IActed {
    return this._make(cell, 'accepted');
  }

  hunks(cell: string): readonly IHunk[] {
    return this._waiting.hunks(cell);
  }

  decide(cell: string, hunk: string, verdict: Verdict | null): IActed {
    const proposal = this._waiting.get(cell);
    const hunks = this.hunks(cell);
    if (proposal === undefined || !hunks.some(({ key }) => key === hunk)) {
      return refused(say.NO_PROPOSAL, cell);
    }
    const now = said(proposal, hunks, hunk, verdict);
    this._waiting.note(now);
    if (isDecided(hunks, now)) {
      return this._make(cell, 'accepted');
    }
    this._changed.emit();
    return done(cell);
  }

  look(cell: string, hunk: string): void {
    const proposal = this._waiting.get(cell);
    if (proposal !== undefined && proposal.at !== hunk) {
      this._waiting.note({ ...proposal, at: hunk });
      this._changed.emit();
    }
  }

  rebase(cell: string): IActed {
    const proposal = this._waiting.get(cell);
    const target = find(this._page.shared, cell);
    if (proposal === undefined || target === null) {
      return refused(say.NO_PROPOSAL, cell);
    }
    const { source } = proposal;
    if (hasMask(source)) {
      return refused(say.MASKED, cell);
    }
    const base = target.getSource();
    const note = say.MINE_GOES;
    this._waiting.keep({
      ...proposal,
      base,
      source: withEnds(base, source),
      note
    });
    this._changed.emit();
    return done(cell, note);
  }

  reject(cell: string): IActed {
    if (this._waiting.get(cell) === undefined) {
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
    return this._backable(turn).length;
  }

  lost(turn: string): readonly ILost[] {
    const gone = new Set(this._backable(turn));
    const left = this._of(turn).filter(edit => !gone.has(edit));
    return lost(left, cell => this._text(cell)).map(({ cell, before }) => ({
      cell,
      before,
      label: this.label(cell)
    }));
  }

  undoTurn(turn: string): IActed {
    const gone = this._backable(turn);
    const left = this.lost(turn).length;
    for (const edit of gone) {
      this._takeBack(edit);
    }
    this._journal.drop(gone);
    this._changed.emit();
    const message = say.takenBack(gone.length, left);
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

  /** Write what is taken of a proposal into its cell, as one undo step. */
  private _make(cell: string, taking: Taking): IActed {
    const proposal = this._waiting.get(cell);
    const target = find(this._page.shared, cell);
    const reason = this._whyNot(cell);
    if (proposal === undefined || target === null || reason !== '') {
      return refused(reason || say.NO_PROPOSAL, cell);
    }
    const change = made(target.getSource(), proposal, taking);
    if (change === null) {
      return this._refuse(proposal);
    }
    return isNothing(change)
      ? this.reject(cell)
      : this._write(target, proposal, change);
  }

  /** Say that *proposal* does not fit its cell any more, there and here. */
  private _refuse(proposal: IProposal): IActed {
    const { conflict } = this._waiting.keep(proposal);
    this._changed.emit();
    return refused(conflict || say.MASKED, proposal.cell);
  }

  private _write(
    target: ISharedCell,
    proposal: IProposal,
    { after, taken, all }: IMade
  ): IActed {
    const { turn, cell } = proposal;
    const before = target.getSource();
    if (after !== before) {
      rewrite(target, after);
      this._journal.add({ turn, cell, kind: 'replace', before, after });
    }
    const isWhole = taken === all;
    this._settle(cell, 'accepted', isWhole ? {} : { source: after });
    const name = this.label(cell);
    return done(
      cell,
      isWhole ? say.replaced(name) : say.partlyReplaced(name, taken, all)
    );
  }

  private _settle(
    cell: string,
    verdict: IDecision['verdict'],
    change: Partial<IProposal> = {}
  ): void {
    const proposal = this._waiting.get(cell);
    if (proposal !== undefined) {
      this._waiting.drop(cell);
      this._changed.emit();
      this._decided.emit({ proposal: { ...proposal, ...change }, verdict });
    }
  }

  private _of(turn: string): IEdit[] {
    return this._journal.edits.filter(edit => edit.turn === turn);
  }

  /** Those edits of *turn* that can be taken back, the newest first. */
  private _backable(turn: string): readonly IEdit[] {
    const isFree = ({ cell, kind }: IEdit): boolean => {
      const target = find(this._page.shared, cell);
      const may = kind === 'insert' ? isDeletable : isEditable;
      return target !== null && !this._page.isReadOnly && may(target);
    };
    return backable(this._of(turn).filter(isFree), cell => this._text(cell));
  }

  private _text(cell: string): string | null {
    return find(this._page.shared, cell)?.getSource() ?? null;
  }

  private _takeBack({ cell, kind, before }: IEdit): void {
    const { shared } = this._page;
    const target: ISharedCell | null = find(shared, cell);
    if (shared !== null && kind === 'insert') {
      remove(shared, cell);
    } else if (target !== null) {
      rewrite(target, before);
    }
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

  /** Show at once what the change is where the user has typed in its cell. */
  private _check(): void {
    if (this._journal.edits.length > 0) {
      this._recount.type();
    }
    if (this._waiting.check()) {
      this._changed.emit();
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
  private readonly _waiting = new Waiting(this);
  private readonly _recount = new Recount(
    () => asLeft(this._journal.edits, cell => this._text(cell)),
    () => {
      this._changed.emit();
    }
  );
  private readonly _changed = new Signal<this, void>(this);
  private readonly _decided = new Signal<this, IDecision>(this);
  private _isDisposed = false;
}
