/** Which cell the next message is about. */

import * as React from 'react';

import { useSurroundings, useValue } from '../common';

/** Names the active cell, so that nobody asks about another one unawares. */
export function FocusChip(): React.ReactElement | null {
  const { assistant, trans } = useSurroundings();
  const { actions, panel } = assistant;
  const read = (): string => actions.focus()?.cell ?? '';
  const cell = useValue(panel.content.activeCellChanged, read);
  const label = useValue(actions.changed, () =>
    cell === '' ? '' : actions.label(cell)
  );
  return label === '' ? null : (
    <button
      type="button"
      className="jupyter-ctx-chip"
      title={trans.__('The next message is about this cell; click to see it')}
      onClick={() => {
        actions.reveal(cell);
      }}
    >
      {trans.__('About %1', label)}
    </button>
  );
}
