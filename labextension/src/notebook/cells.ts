/** Cells of the shared document by id, and changes that are one undo step each. */

import type { ICodeCellModel } from '@jupyterlab/cells';
import type { INotebookModel } from '@jupyterlab/notebook';

import type { IOutput } from './outputs';
import { splices } from './patch';

/** The document as every page and the server share it. */
export type IShared = INotebookModel['sharedModel'];
export type ISharedCell = IShared['cells'][number];
type ISharedCodeCell = ICodeCellModel['sharedModel'];

/** What is left to be undone; not declared for shared documents. */
interface IUndoable {
  readonly undoManager?: { stopCapturing(): void } | null;
}

/** Give the index of a cell; -1 where it is not there. */
export function indexOf(shared: IShared | null, id: string): number {
  return shared?.cells.findIndex(cell => cell.getId() === id) ?? -1;
}

export function find(shared: IShared | null, id: string): ISharedCell | null {
  return shared?.cells.find(cell => cell.getId() === id) ?? null;
}

/** The index beside the bound cell, else beside the active one, else the end. */
export function placeFor(
  shared: IShared,
  where: 'above' | 'below',
  bound: number,
  active: number
): number {
  const index = bound < 0 ? active : bound;
  const last = shared.cells.length;
  return index < 0 ? last : where === 'below' ? index + 1 : index;
}

/** Change what differs and nothing else, so that a cursor stays where it is. */
export function rewrite(cell: ISharedCell, source: string): void {
  alone(cell, () => {
    for (const { start, end, text } of splices(cell.getSource(), source)) {
      cell.updateSource(start, end, text);
    }
  });
}

/** Put a cell at *index*; gives its id. */
export function place(
  shared: IShared,
  index: number,
  source: string,
  kind: 'code' | 'markdown' = 'code'
): string {
  // Like Lab for what a kernel sends: running it makes it trusted.
  const metadata = kind === 'code' ? { trusted: false } : {};
  let id = '';
  alone(shared, () => {
    const cell = { cell_type: kind, source, metadata };
    id = shared.insertCell(index, cell).getId();
  });
  return id;
}

export function remove(shared: IShared, id: string): void {
  const index = indexOf(shared, id);
  if (index >= 0) {
    alone(shared, () => shared.deleteCell(index));
  }
}

export function outputsOf(cell: ISharedCell | null): readonly IOutput[] {
  return isCode(cell) ? cell.getOutputs() : [];
}

export function executionCount(cell: ISharedCell | null): number | null {
  return (isCode(cell) ? cell.execution_count : null) ?? null;
}

function isCode(cell: ISharedCell | null): cell is ISharedCodeCell {
  return cell?.cell_type === 'code';
}

/** Lab lets nobody edit a cell whose metadata says so. */
export function isEditable(cell: ISharedCell): boolean {
  return cell.getMetadata('editable') !== false;
}

export function isDeletable(cell: ISharedCell): boolean {
  return cell.getMetadata('deletable') !== false;
}

/** Run *change* as one undo step that joins neither the one before nor after. */
function alone(target: IShared | ISharedCell, change: () => void): void {
  const undo = (target as IUndoable).undoManager;
  undo?.stopCapturing();
  target.transact(change);
  undo?.stopCapturing();
}
