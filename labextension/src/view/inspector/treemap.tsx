/** A picture of what is sent: each item as an area as large as its tokens. */

import * as React from 'react';

import {
  type IBox,
  type IPart,
  type IRow,
  parts,
  squares
} from '../../talk/inspection';
import { useSurroundings } from '../common';
import { figure } from '../sentences';

import { groupName, itemName } from './names';

interface ITreemap {
  readonly rows: readonly IRow[];
  readonly onPick: (key: string) => void;
}

const WHOLE: IBox = { x: 0, y: 0, width: 2, height: 1 };

/** The table beside it tells the same, and is what keyboards and readers use. */
export function Treemap({ rows, onPick }: ITreemap): React.ReactElement | null {
  const { trans } = useSurroundings();
  const found = parts(rows);
  const total = found.reduce((sum, part) => sum + part.tokens, 0);
  if (total === 0) {
    return null;
  }
  const told = found.map(part =>
    trans.__(
      '%1 %2 %',
      groupName(part.group, trans),
      Math.round((100 * part.tokens) / total)
    )
  );
  const areas = squares(
    found.map(part => part.tokens),
    WHOLE
  );
  return (
    <figure className="jupyter-ctx-map-figure">
      <div
        className="jupyter-ctx-map"
        role="img"
        aria-label={trans.__('Shares of what is sent: %1', told.join(', '))}
      >
        {found.map((part, index) => (
          <Part
            key={part.group}
            part={part}
            area={areas[index] ?? WHOLE}
            onPick={onPick}
          />
        ))}
      </div>
      <figcaption className="jupyter-ctx-fine" aria-hidden="true">
        {found.map((part, index) => (
          <span key={part.group} className="jupyter-ctx-legend">
            <span
              className={`jupyter-ctx-swatch jupyter-ctx-of-${part.group}`}
            />
            {told[index]}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function Part({
  part,
  area,
  onPick
}: {
  readonly part: IPart;
  readonly area: IBox;
  readonly onPick: (key: string) => void;
}): React.ReactElement {
  const { trans } = useSurroundings();
  const boxes = squares(
    part.rows.map(({ item }) => item.tokens),
    area
  );
  return (
    <>
      {part.rows.map(({ key, item }, index) => {
        const name = itemName(item, trans);
        return (
          <div
            key={key}
            className={`jupyter-ctx-tile jupyter-ctx-of-${part.group}`}
            style={place(boxes[index] ?? area)}
            title={trans.__('%1: %2 tokens', name, figure(item.tokens))}
            onClick={() => {
              onPick(key);
            }}
          >
            {name}
          </div>
        );
      })}
    </>
  );
}

function place({ x, y, width, height }: IBox): React.CSSProperties {
  return {
    left: `${x * 50}%`,
    top: `${y * 100}%`,
    width: `${width * 50}%`,
    height: `${height * 100}%`
  };
}
