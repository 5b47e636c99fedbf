/** The list over the field of what may be written next, worked by the field's keys. */

import * as React from 'react';

import { useSurroundings } from '../common';

/** One row; its key is what it is told from the others by. */
export interface IRow {
  readonly key: string;
  readonly name: string;
  /** Beside the name, in small letters. */
  readonly usage: string;
  /** Below or behind it. */
  readonly hint: string;
}

export interface IList {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly IRow[];
  /** Which of them Enter and Tab take. */
  readonly active: number;
  readonly take: (row: IRow) => void;
  /** Take a key of the field; tells whether it was for the list. */
  readonly onKey: (key: string) => boolean;
}

interface IWanted {
  readonly label: string;
  /** What the list is for: where it changes, the first row is active again. */
  readonly about: string;
  readonly rows: readonly IRow[];
  readonly take: (row: IRow) => void;
  /** Whether a row is written already: Enter is for the field then. */
  readonly isWhole: (row: IRow) => boolean;
}

/** The list of *rows*; closed by Esc until something else is written. */
export function useList(wanted: IWanted): IList {
  const { label, about, take } = wanted;
  const id = React.useId();
  const [active, setActive] = React.useState(0);
  const [closedAt, setClosedAt] = React.useState<string | null>(null);
  React.useEffect(() => setActive(0), [about]);
  const rows = about === closedAt ? [] : wanted.rows;
  const onKey = (key: string): boolean => {
    const chosen = rows[active] ?? rows[0];
    return (
      chosen !== undefined &&
      act(key, {
        step: by => setActive((active + by + rows.length) % rows.length),
        close: () => setClosedAt(about),
        isWhole: wanted.isWhole(chosen),
        take: () => take(chosen)
      })
    );
  };
  return { id, label, rows, active, take, onKey };
}

interface IActs {
  readonly step: (by: number) => void;
  readonly close: () => void;
  readonly take: () => void;
  readonly isWhole: boolean;
}

function act(key: string, acts: IActs): boolean {
  switch (key) {
    case 'ArrowDown':
      acts.step(1);
      return true;
    case 'ArrowUp':
      acts.step(-1);
      return true;
    case 'Escape':
      acts.close();
      return true;
    case 'Tab':
    case 'Enter':
      if (!acts.isWhole) {
        acts.take();
      }
      return !acts.isWhole;
    default:
      return false;
  }
}

export function List(props: IList): React.ReactElement | null {
  const { trans } = useSurroundings();
  const list = React.useRef<HTMLUListElement>(null);
  React.useEffect(() => {
    // The focus stays in the field, so nothing else scrolls to what the keys chose.
    const chosen = list.current?.children[props.active];
    chosen?.scrollIntoView({ block: 'nearest' });
  }, [props.active, props.rows.length]);
  return props.rows.length === 0 ? null : (
    <>
      <ul
        ref={list}
        className="jupyter-ctx-slash"
        role="listbox"
        // It scrolls, so the keyboard must be able to get there.
        tabIndex={0}
        id={props.id}
        aria-label={props.label}
      >
        {props.rows.map((row, index) => (
          <li
            key={row.key}
            id={`${props.id}-${index}`}
            role="option"
            aria-selected={index === props.active}
            // The field keeps the focus.
            onMouseDown={event => event.preventDefault()}
            onClick={() => props.take(row)}
          >
            <code>{row.name}</code>{' '}
            <span className="jupyter-ctx-fine">{row.usage}</span>
            <div className="jupyter-ctx-fine">{row.hint}</div>
          </li>
        ))}
      </ul>
      <div className="jupyter-ctx-live" role="status">
        {trans._n('%1 suggestion', '%1 suggestions', props.rows.length)}
      </div>
    </>
  );
}
