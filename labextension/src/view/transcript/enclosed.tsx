/** What was enclosed with a message, under its text. */

import * as React from 'react';

import type { Enclosed, Turn } from '../../protocol.generated';

import { useSurroundings } from '../common';

export function EnclosedNames({
  turn
}: {
  readonly turn: Turn;
}): React.ReactElement {
  const { trans } = useSurroundings();
  // A kernel side of an older version does not tell them.
  const all: readonly Enclosed[] | undefined = turn.enclosed;
  return (
    <>
      {(all ?? []).map(one => (
        <span
          key={one.key}
          className="jupyter-ctx-badge"
          title={trans.__('Went along with this message')}
        >
          {one.name}
        </span>
      ))}
    </>
  );
}
