/** A notebook of real shared cells in a page without JupyterLab, for tests. */

import { Signal } from '@lumino/signaling';

import { indexOf, type IShared } from '../src/notebook/cells';
import type { IPage } from '../src/edits/edits';
import type { Focus } from '../src/protocol.generated';

interface IYdoc {
  readonly YNotebook: {
    create(options: { disableDocumentWideUndoRedo: boolean }): IShared;
  };
}

// TypeScript would make a `require` of it, which can't load a module.
const load = new Function('name', 'return import(name)') as (
  name: string
) => Promise<IYdoc>;

// Shared cells warn when they are made, in JupyterLab too; all else is shown.
const warn = console.warn;
const USUAL = ['Invalid access: Add Yjs', '[yjs#509] Not same'];
console.warn = (...told: unknown[]) => {
  if (!USUAL.some(start => String(told[0]).startsWith(start))) {
    warn(...told);
  }
};

export class FakePage implements IPage {
  /** Give a page with *sources* as code cells c0, c1, …, like Lab's default. */
  static async with(...sources: string[]): Promise<FakePage> {
    const { YNotebook } = await load(require.resolve('@jupyter/ydoc'));
    const shared = YNotebook.create({ disableDocumentWideUndoRedo: true });
    sources.forEach((source, index) => {
      shared.insertCell(index, { cell_type: 'code', id: `c${index}`, source });
    });
    shared.clearUndoHistory();
    return new FakePage(shared);
  }

  constructor(readonly shared: IShared) {}

  readonly path = 'a.ipynb';
  readonly cellsChanged = new Signal<this, void>(this);
  readonly textChanged = new Signal<this, void>(this);
  readonly pathChanged = new Signal<this, string>(this);
  isReadOnly = false;
  isWriting = false;
  focus: Focus | null = null;
  revealed: string[] = [];
  /** What happens when a cell runs. */
  run: (cell: string) => Promise<string> = () => Promise.resolve('');

  get sources(): string[] {
    return this.shared.cells.map(cell => cell.getSource());
  }

  cell(id: string): IShared['cells'][number] {
    return this.shared.getCell(indexOf(this.shared, id));
  }

  /** Write *text* at the end of a cell, as its user would. */
  type(id: string, text: string): void {
    const { length } = this.cell(id).getSource();
    this.cell(id).updateSource(length, length, text);
    this.textChanged.emit();
  }

  /** Let the run of *cell* end in an error, or in none. */
  fail(cell: string, ename: string): void {
    const error = { output_type: 'error', ename, evalue: '', traceback: [] };
    const target = this.cell(cell) as unknown as {
      setOutputs(outputs: readonly unknown[]): void;
    };
    target.setOutputs(ename === '' ? [] : [error]);
  }

  remove(id: string): void {
    this.shared.deleteCell(indexOf(this.shared, id));
    this.cellsChanged.emit();
  }

  reveal(cell: string): void {
    this.revealed.push(cell);
  }

  dispose(): void {
    // Its clock would keep the tests from ending.
    this.shared.dispose();
  }
}

/** What `sessionStorage` does, in memory. */
export class FakeKeep {
  readonly kept = new Map<string, string>();
  getItem = (key: string): string | null => this.kept.get(key) ?? null;
  setItem = (key: string, value: string): void =>
    void this.kept.set(key, value);
  removeItem = (key: string): void => void this.kept.delete(key);
}
