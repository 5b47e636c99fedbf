/** Keeps the bars of all open notebooks: one where a section has to show something. */

import type { Cell, ICellModel, ICodeCellModel } from '@jupyterlab/cells';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { DisposableDelegate, type IDisposable } from '@lumino/disposable';
import { Signal } from '@lumino/signaling';

import type { IAssistant, IAssistants, IRepair } from '../tokens';
import type { Trans } from '../view/sentences';

import { CellBar, type IShown } from './bar';
import type { ICellBars, ISection, Where } from './section';

const PLACES: readonly Where[] = ['source', 'output'];

const PAUSE = 30; // milliseconds; outputs come in bursts

export class CellBars implements ICellBars {
  constructor(
    tracker: INotebookTracker,
    private readonly _assistants: IAssistants,
    private readonly _repair: IRepair | null,
    private readonly _trans: Trans
  ) {
    tracker.widgetAdded.connect((_, panel) => {
      this._open(panel);
    });
    tracker.forEach(panel => {
      this._open(panel);
    });
  }

  add(section: ISection): IDisposable {
    this._sections.push(section);
    section.changed.connect(this._mark, this);
    this._mark(null, '');
    return new DisposableDelegate(() => {
      section.changed.disconnect(this._mark, this);
      this._sections.splice(this._sections.indexOf(section), 1);
      this._mark(null, '');
    });
  }

  private _open(panel: NotebookPanel): void {
    const make = (assistant: IAssistant): CellBar =>
      new CellBar(assistant, this._repair, this._trans);
    const bars = new PanelBars(
      panel,
      () => this._assistants.of(panel),
      this._sections,
      make
    );
    this._panels.add(bars);
    panel.disposed.connect(() => {
      this._panels.delete(bars);
      bars.dispose();
    });
  }

  private _mark(_: unknown, cell: string): void {
    for (const bars of this._panels) {
      bars.mark(cell);
    }
  }

  private readonly _sections: ISection[] = [];
  private readonly _panels = new Set<PanelBars>();
}

/** The bars of one notebook; looks again only at cells that changed. */
class PanelBars implements IDisposable {
  constructor(
    private readonly _panel: NotebookPanel,
    private readonly _assistant: () => IAssistant,
    private readonly _sections: readonly ISection[],
    private readonly _make: (assistant: IAssistant) => CellBar
  ) {
    _panel.content.modelChanged.connect(this._watch, this);
    void _panel.context.ready.then(() => {
      this._watch();
    });
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    this._isDisposed = true;
    window.clearTimeout(this._timer);
    Signal.clearData(this);
  }

  /** Look again at a cell, or with '' at all, a moment later. */
  mark(cell: string): void {
    this._marked.add(cell);
    if (this._timer === 0 && !this._isDisposed) {
      this._timer = window.setTimeout(() => {
        this._timer = 0;
        this._flush();
      }, PAUSE);
    }
  }

  private _watch(): void {
    const cells = this._panel.content.model?.cells;
    if (!this._isDisposed && cells) {
      cells.changed.connect(this._watchCells, this);
      this._watchCells();
    }
  }

  private _watchCells(): void {
    for (const model of this._panel.content.model?.cells ?? []) {
      if (!this._watched.has(model)) {
        this._watched.add(model);
        this._watchCell(model);
        this.mark(model.id);
      }
    }
  }

  private _watchCell(model: ICellModel): void {
    if (model.type === 'code') {
      const { outputs } = model as ICodeCellModel;
      outputs.changed.connect(() => {
        this.mark(model.id);
      });
    }
  }

  private _flush(): void {
    const { content } = this._panel;
    const marked = new Set(this._marked);
    this._marked.clear();
    if (this._isDisposed || content.isDisposed || !content.model) {
      return;
    }
    for (const cell of content.widgets) {
      if (marked.has('') || marked.has(cell.model.id)) {
        this._look(cell);
      }
    }
  }

  private _look(cell: Cell): void {
    if (cell.isPlaceholder()) {
      // It has no place for a bar yet, and may never be scrolled to.
      void cell.ready.then(() => {
        if (!cell.isDisposed) {
          this.mark(cell.model.id);
        }
      });
      return;
    }
    for (const where of PLACES) {
      this._lookAt(cell, where);
    }
  }

  private _lookAt(cell: Cell, where: Where): void {
    const place = { assistant: this._assistant(), cell };
    const here = this._sections.filter(section => section.where === where);
    const shown: IShown = here.flatMap(section => {
      const element = section.render(place);
      return element === null ? [] : [[section.name, element] as const];
    });
    const bars = this._bars[where];
    const bar = bars.get(cell);
    if (shown.length === 0) {
      bars.delete(cell);
      bar?.dispose();
    } else if (bar && !bar.isDisposed) {
      bar.display(shown);
    } else {
      const made = this._make(place.assistant);
      made.display(shown);
      made.attachTo(cell, where);
      bars.set(cell, made);
    }
  }

  private readonly _bars = {
    source: new WeakMap<Cell, CellBar>(),
    output: new WeakMap<Cell, CellBar>()
  };
  private readonly _watched = new WeakSet<ICellModel>();
  private readonly _marked = new Set<string>();
  private _timer = 0;
  private _isDisposed = false;
}
