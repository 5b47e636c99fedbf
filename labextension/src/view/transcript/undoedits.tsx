/** Takes back what a turn did to cells; says where that is no longer possible. */

import { undoIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { Turn } from '../../protocol.generated';

import { Button } from '../button';
import { useSurroundings, useValue } from '../common';
import { copyText } from '../text/copytext';

interface ITaken {
  readonly turn: Turn;
}

/** A button where there is something to take back, and a line for the rest. */
export function UndoEdits({ turn }: ITaken): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const { actions } = assistant;
  const edits = useValue(actions.changed, () => actions.edits(turn.id));
  return (
    <>
      {edits > 0 && (
        <Button
          label={trans._n('Undo %1 cell edit', 'Undo %1 cell edits', edits)}
          hint={trans.__('Take back what this reply changed in the notebook')}
          icon={undoIcon}
          onClick={() => {
            say(actions.undoTurn(turn.id).message);
          }}
        />
      )}
      <Lost turn={turn} />
    </>
  );
}

/** The cells that the user went on writing in: theirs, so nothing is undone. */
function Lost({ turn }: ITaken): React.ReactElement | null {
  const { assistant, trans, say } = useSurroundings();
  const { actions } = assistant;
  const cells = useValue(actions.changed, () =>
    actions
      .lost(turn.id)
      .map(({ label }) => label)
      .join(', ')
  );
  if (cells === '') {
    return null;
  }
  const copy = (): void => {
    const texts = actions.lost(turn.id).map(({ before }) => before);
    copyText(texts.filter(Boolean).join('\n\n'), () => {
      say(trans.__('Copied.'));
    });
  };
  const hasText = actions.lost(turn.id).some(({ before }) => before !== '');
  return (
    <span className="jupyter-ctx-fine">
      {trans.__('%1: changed since, so it stays as it is.', cells)}{' '}
      {hasText && (
        <Button
          label={trans.__('Copy what it was')}
          hint={trans.__('Copy what stood there before this reply')}
          onClick={copy}
        />
      )}
    </span>
  );
}
