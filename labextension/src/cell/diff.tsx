/** Old and new lines of a cell, told apart by signs as well as by colours. */

import * as React from 'react';

import { type ILine, lines, splices } from '../patch';
import { useSurroundings } from '../view/common';

interface IDiff {
  readonly old: string;
  readonly fresh: string;
  readonly label: string;
}

export function Diff({ old, fresh, label }: IDiff): React.ReactElement {
  const rows = React.useMemo(() => pairs(lines(old, fresh)), [old, fresh]);
  return (
    // It scrolls where it is long, so it takes the focus.
    <div
      className="jupyter-ctx-diff"
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <div className="jupyter-ctx-diff-lines">
        {rows.map((row, index) => (
          <Line key={index} {...row} />
        ))}
      </div>
    </div>
  );
}

interface IRow extends ILine {
  /** The line it stands against, to show what differs within. */
  readonly other: string | null;
}

/** Pair removed with added lines where there are as many of both. */
function pairs(all: readonly ILine[]): IRow[] {
  return all.map((line, index) => {
    const { kind } = line;
    if (kind !== 'old' && kind !== 'new') {
      return { ...line, other: null };
    }
    const [start, count] = run(all, index);
    const isOld = kind === 'old';
    const [from, many] = run(all, isOld ? start + count : start - 1);
    const other = many === count ? all[from + index - start] : undefined;
    const isPair = other?.kind === (isOld ? 'new' : 'old');
    return { ...line, other: isPair ? other.text : null };
  });
}

/** The stretch of lines of one kind around *index*: where it starts, how long. */
function run(all: readonly ILine[], index: number): [number, number] {
  const kind = all[index]?.kind;
  let start = index;
  while (start > 0 && all[start - 1]?.kind === kind) {
    start -= 1;
  }
  let end = index;
  while (end < all.length && all[end]?.kind === kind) {
    end += 1;
  }
  return [start, end - start];
}

const SIGNS = { same: ' ', old: '−', new: '+', gap: '⋯' };

function Line({ kind, text, count, other }: IRow): React.ReactElement {
  const { trans } = useSurroundings();
  const spoken = { old: trans.__('removed:'), new: trans.__('added:') };
  return (
    <div className={`jupyter-ctx-line jupyter-ctx-mod-${kind}`}>
      <span className="jupyter-ctx-sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      {(kind === 'old' || kind === 'new') && (
        <span className="jupyter-ctx-spoken">{spoken[kind]}</span>
      )}
      {kind === 'gap' ? (
        <span>
          {trans._n('%1 line as it is', '%1 lines as they are', count)}
        </span>
      ) : (
        <code>
          {other === null ? text : <Marked text={text} other={other} />}
        </code>
      )}
    </div>
  );
}

/** A line with what *other* has not set off. */
function Marked(props: {
  readonly text: string;
  readonly other: string;
}): React.ReactElement {
  const { text, other } = props;
  const change = splices(text, other)[0];
  // Where almost nothing is shared, marks would only be noise.
  if (!change || change.end - change.start > text.length * 0.7) {
    return <>{text}</>;
  }
  const { start, end } = change;
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}
