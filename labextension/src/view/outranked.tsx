/** JupyterLab's settings that do not count, and what does in their place. */

import * as React from 'react';

import type { IState } from '../talk/state';

import { useSurroundings, Words } from './common';
import { outrankedLine } from './settingnames';

interface IOutranked {
  readonly state: Pick<IState, 'outranked'>;
  /** Only these settings; all without. */
  readonly names?: readonly string[];
}

export function Outranked({
  state,
  names
}: IOutranked): React.ReactElement | null {
  const { trans } = useSurroundings();
  const shown = state.outranked.filter(
    one => names === undefined || names.includes(one.name)
  );
  return shown.length === 0 ? null : (
    <ul
      className="jupyter-ctx-outranked"
      aria-label={trans.__('Settings that do not count')}
    >
      {shown.map(one => (
        <li key={one.name}>
          <Words text={outrankedLine(one, trans)} />
        </li>
      ))}
    </ul>
  );
}
