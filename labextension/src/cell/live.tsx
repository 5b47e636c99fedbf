/** The buttons of an earlier answer, alive again after a reload or restart. */

import * as React from 'react';

import type { Turn } from '../protocol.generated';
import { Choices } from '../view/choices/choices';
import { Button, useSurroundings } from '../view/common';
import { Controls } from '../view/transcript/controls';
import { Editor } from '../view/transcript/editor';

export function Live({ turn }: { readonly turn: Turn }): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const [isEditing, setEditing] = React.useState(false);
  const { reply, live } = turn;
  if (live) {
    return (
      <div className="jupyter-ctx-row">
        <Button
          label={trans.__('Stop')}
          hint={trans.__('End this reply')}
          onClick={() => void assistant.stop(turn.id)}
        />
      </div>
    );
  }
  return (
    // Its parts look for each other in an article.
    <article aria-label={trans.__('This answer')}>
      {reply !== null && reply.selected === '' && (
        <Choices turn={turn} reply={reply} />
      )}
      {isEditing ? (
        <Editor
          turn={turn}
          onClose={() => {
            setEditing(false);
          }}
        />
      ) : (
        <Controls
          turn={turn}
          isLatest
          isLast
          onEdit={() => {
            setEditing(true);
          }}
        />
      )}
    </article>
  );
}
