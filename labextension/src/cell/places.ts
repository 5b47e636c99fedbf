/** Where in Lab the commands on cells are found, and on which cells they act. */

import type { Cell, ICodeCellModel } from '@jupyterlab/cells';

import { isOurs } from '../notebook/outputs';

export const CELL_CATEGORY = 'Notebook Cell Operations';
export const CELLS = '.jp-Notebook .jp-Cell';
export const CODE_CELLS = '.jp-Notebook .jp-CodeCell';
export const OUTPUTS = '.jp-Notebook .jp-CodeCell .jp-OutputArea-child';

/** Whether a change may be made in *cell*. */
export function canEdit(cell: Cell | null): cell is Cell {
  return isCode(cell) && !cell.readOnly;
}

export function isCode(cell: Cell | null): cell is Cell {
  return cell?.model.type === 'code';
}

/** Whether the user's code in *cell* failed; read without copying outputs. */
export function hasFailed(cell: Cell | null): boolean {
  if (!isCode(cell)) {
    return false;
  }
  const { outputs, sharedModel } = cell.model as ICodeCellModel;
  for (let index = 0; index < outputs.length; index++) {
    if (outputs.get(index).type === 'error') {
      return !isOurs(sharedModel.getSource());
    }
  }
  return false;
}

/** The types of what *cell* shows; none where it shows nothing. */
export function shownTypes(cell: Cell | null): readonly string[] {
  if (!isCode(cell)) {
    return [];
  }
  const { outputs } = cell.model as ICodeCellModel;
  return Array.from({ length: outputs.length }, (_, index) => {
    const { type, data } = outputs.get(index);
    return [type, ...Object.keys(data)];
  }).flat();
}
