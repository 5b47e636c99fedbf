/** Outputs of earlier answers that this page draws itself, by their turn. */

import type { ICodeCellModel } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { IDisposable } from '@lumino/disposable';
import { Signal, type ISignal } from '@lumino/signaling';

import { type IPart, parts } from '../notebook/outputs';
import type { PageChanged, Turn } from '../protocol.generated';
import type { IAssistant } from '../tokens';

/**
 * Takes the outputs that nobody updates any more: those that were in the
 * document when it was opened, and all of them after the kernel is another.
 *
 * An output that the kernel shows anew in this page is the kernel's again.
 */
export class Redraw implements IDisposable {
  constructor(private readonly _assistant: IAssistant) {
    const { context, sessionContext } = _assistant.panel;
    _assistant.changed.connect(this._meet, this);
    _assistant.pageChanged.connect(this._draw, this);
    sessionContext.kernelChanged.connect(this._age, this);
    sessionContext.statusChanged.connect(this._hear, this);
    void context.ready.then(() => {
      this._age();
      this._meet();
    });
  }

  /** The cell whose buttons have changed. */
  get changed(): ISignal<this, string> {
    return this._changed;
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    this._isDisposed = true;
    const { sessionContext } = this._assistant.panel;
    this._assistant.changed.disconnect(this._meet, this);
    this._assistant.pageChanged.disconnect(this._draw, this);
    sessionContext.kernelChanged.disconnect(this._age, this);
    sessionContext.statusChanged.disconnect(this._hear, this);
    Signal.clearData(this);
  }

  /** The turn whose buttons belong below the cell with these outputs. */
  turn(model: ICodeCellModel): Turn | null {
    const found = partsOf(model);
    // Where the kernel has put its own buttons there must be no others.
    const free = found.filter(
      ({ root }) => !found.some(one => one.root === root && one.isWidget)
    );
    const last = free[free.length - 1];
    return (last && this._turns.get(last.root)) ?? null;
  }

  private _hear(_: unknown, status: string): void {
    if (status === 'restarting' || status === 'autorestarting') {
      this._age();
    }
  }

  /** Everything in the document is old now: no display id leads to it. */
  private _age(): void {
    this._roots = new Set(
      [...codeCells(this._assistant.panel)].flatMap(model =>
        partsOf(model).map(part => part.root)
      )
    );
    this._isTold = false;
  }

  /** Adopt the old outputs with every new connection. */
  private _meet(): void {
    const isReady = this._assistant.state.phase === 'ready';
    if (!isReady) {
      this._isTold = false;
    } else if (!this._isTold && this._roots.size > 0) {
      this._isTold = true;
      this._awaited = new Set(this._roots);
      void this._assistant.adopt([...this._roots]);
    }
  }

  private _draw(_: unknown, { root, turn, ...page }: PageChanged): void {
    if (!this._roots.has(root)) {
      return;
    }
    const isFirst = this._awaited.delete(root);
    for (const model of codeCells(this._assistant.panel)) {
      const found = partsOf(model).filter(part => part.root === root);
      if (!isFirst && found.some(part => part.isWidget)) {
        this._roots.delete(root);
        this._turns.delete(root);
      } else {
        found.forEach(part => {
          redraw(model, part, page);
        });
      }
      if (found.length > 0) {
        this._turns.set(root, this._roots.has(root) ? turn : null);
        this._changed.emit(model.id);
      }
    }
  }

  private readonly _changed = new Signal<this, string>(this);
  private readonly _turns = new Map<string, Turn | null>();
  private _roots = new Set<string>();
  /** Adopted, and not yet answered for the first time. */
  private _awaited = new Set<string>();
  private _isTold = false;
  private _isDisposed = false;
}

function* codeCells(panel: NotebookPanel): Iterable<ICodeCellModel> {
  for (const model of panel.content.model?.cells ?? []) {
    if (model.type === 'code') {
      yield model as ICodeCellModel;
    }
  }
}

function partsOf({ outputs }: ICodeCellModel): IPart[] {
  // Not `toJSON`: it copies what may be megabytes.
  const all = Array.from({ length: outputs.length }, (_, index) => {
    const { metadata, data } = outputs.get(index);
    return { metadata, data };
  });
  return parts(all);
}

/** Show *page* in a text output; a dead widget makes room for nothing. */
function redraw(
  { outputs }: ICodeCellModel,
  { index, part, isWidget }: IPart,
  page: Pick<PageChanged, 'markdown' | 'plain'>
): void {
  const saved = outputs.get(index).toJSON();
  const text = { 'text/markdown': page.markdown, 'text/plain': page.plain };
  const data = part === 'text' ? text : { 'text/plain': '' };
  const isSame =
    part === 'text'
      ? JSON.stringify(saved['data']) === JSON.stringify(data)
      : !isWidget;
  if (!isSame) {
    outputs.set(index, { ...saved, data });
  }
}
