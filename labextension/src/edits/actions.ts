/** The actions of a notebook panel of JupyterLab. */

import type { Cell } from '@jupyterlab/cells';
import {
  type CellList,
  type Notebook,
  NotebookActions,
  type NotebookPanel
} from '@jupyterlab/notebook';
import { Signal, type ISignal } from '@lumino/signaling';

import { type IShared, outputsOf } from '../notebook/cells';
import { DocumentActions, type IPage } from './edits';
import { failure } from '../notebook/outputs';
import type { Focus } from '../protocol.generated';
import * as say from '../sayings';
import type { IDocumentActions } from '../tokens';

/** Give the actions of *panel*; they go with it. */
export function createActions(panel: NotebookPanel): IDocumentActions {
  return new DocumentActions(new LabPage(panel), window.sessionStorage);
}

class LabPage implements IPage {
  constructor(panel: NotebookPanel) {
    this._panel = panel;
    panel.context.pathChanged.connect(this._move, this);
    panel.content.modelChanged.connect(this._watch, this);
    panel.content.modelContentChanged.connect(this._write, this);
    NotebookActions.executed.connect(this._hear, this);
    this._watch();
  }

  get shared(): IShared | null {
    return this._panel.content.model?.sharedModel ?? null;
  }

  get path(): string {
    return this._panel.context.path;
  }

  get isReadOnly(): boolean {
    return this._panel.content.model?.readOnly ?? false;
  }

  get cellsChanged(): ISignal<this, void> {
    return this._cellsChanged;
  }

  get textChanged(): ISignal<unknown, void> {
    return this._textChanged;
  }

  get pathChanged(): ISignal<this, string> {
    return this._pathChanged;
  }

  get isWriting(): boolean {
    const { activeElement } = document;
    const isEditor = activeElement?.closest('.cm-content') ?? null;
    return isEditor !== null && this._panel.node.contains(isEditor);
  }

  get focus(): Focus | null {
    const cell = this._panel.content.activeCell;
    return cell === null ? null : focusOf(cell);
  }

  reveal(id: string): void {
    const { content } = this._panel;
    const index = content.widgets.findIndex(cell => cell.model.id === id);
    if (index >= 0) {
      content.deselectAll();
      content.activeCellIndex = index;
      // Refused where the panel is hidden: then there is nothing to scroll.
      content.scrollToItem(index, 'smart').catch(() => undefined);
    }
  }

  async run(id: string): Promise<string> {
    const { content, sessionContext } = this._panel;
    const cell = content.widgets.find(one => one.model.id === id);
    if (cell === undefined || !sessionContext.session?.kernel) {
      // Without a kernel Lab would clear the outputs and say that it ran.
      return cell === undefined ? say.GONE_NOT_RUN : say.NO_KERNEL;
    }
    const hasRun = await execute(this._panel, cell);
    return hasRun ? '' : say.NOT_RUN;
  }

  dispose(): void {
    this._panel.context.pathChanged.disconnect(this._move, this);
    this._panel.content.modelChanged.disconnect(this._watch, this);
    this._panel.content.modelContentChanged.disconnect(this._write, this);
    NotebookActions.executed.disconnect(this._hear, this);
    this._cells?.changed.disconnect(this._change, this);
    Signal.clearData(this);
  }

  private _watch(): void {
    this._cells?.changed.disconnect(this._change, this);
    this._cells = this._panel.content.model?.cells ?? null;
    this._cells?.changed.connect(this._change, this);
    this._change();
  }

  private _hear(_: unknown, { notebook }: { notebook: Notebook }): void {
    if (notebook === this._panel.content) {
      this._change();
    }
  }

  private _write(): void {
    this._textChanged.emit();
  }

  private _move(): void {
    this._pathChanged.emit(this.path);
  }

  private _change(): void {
    this._cellsChanged.emit();
  }

  private readonly _panel: NotebookPanel;
  private _cells: CellList | null = null;
  private readonly _cellsChanged = new Signal<this, void>(this);
  private readonly _textChanged = new Signal<this, void>(this);
  private readonly _pathChanged = new Signal<this, string>(this);
}

/** Run *cell* as its user would; tells whether it ran, to its end or an error. */
async function execute(panel: NotebookPanel, cell: Cell): Promise<boolean> {
  const { content, sessionContext } = panel;
  const { mode } = content;
  let isScheduled = false;
  const hear = (_: unknown, scheduled: { cell: Cell }): void => {
    isScheduled ||= scheduled.cell === cell;
  };
  NotebookActions.executionScheduled.connect(hear);
  const running = NotebookActions.runCells(content, [cell], sessionContext);
  // It goes to command mode, where the next letter of a writer is a shortcut.
  content.mode = mode;
  const isWell = await running.catch(() => false);
  NotebookActions.executionScheduled.disconnect(hear);
  // An error of before is gone once the cell is scheduled.
  const hasFailed = failure(outputsOf(cell.model.sharedModel)) !== '';
  return isScheduled && (isWell || hasFailed);
}

/** Read cursor and selection; a cell that was never shown has no editor. */
function focusOf(cell: Cell): Focus {
  const { editor, model } = cell;
  if (!editor) {
    return { cell: model.id };
  }
  const { line, column } = editor.getCursorPosition();
  const { start, end } = editor.getSelection();
  const ends = [editor.getOffsetAt(start), editor.getOffsetAt(end)];
  const source = model.sharedModel.getSource();
  const selection = source.slice(Math.min(...ends), Math.max(...ends));
  return { cell: model.id, line, column, selection };
}
