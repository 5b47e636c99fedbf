/** The rows of the transcript that are drawn, as React draws them. */

import * as React from 'react';

import { type IRows, Scroller } from './scroller';

/** A scroller of *rows*; what calls this is drawn anew when its range changes. */
export function useScroller(
  rows: IRows,
  box: React.RefObject<HTMLElement>
): Scroller {
  const [, redraw] = React.useReducer((count: number) => count + 1, 0);
  const [scroller] = React.useState(() => new Scroller(redraw));
  scroller.take(rows);
  React.useLayoutEffect(() => {
    if (box.current !== null) {
      scroller.attach(box.current);
    }
    return () => scroller.detach();
  }, [scroller, box]);
  React.useLayoutEffect(() => scroller.drawn());
  return scroller;
}

/** The row that has the focus, or had it last: it stays drawn, wherever it is. */
export function useFocusedRow(): {
  readonly row: string;
  readonly onFocus: (event: React.FocusEvent) => void;
  readonly onBlur: (event: React.FocusEvent) => void;
} {
  const [row, setRow] = React.useState('');
  const onFocus = React.useCallback((event: React.FocusEvent) => {
    setRow(rowOf(event.target)?.dataset['row'] ?? '');
  }, []);
  const onBlur = React.useCallback((event: React.FocusEvent) => {
    // Without a new place the window itself lost the focus, and gets it back.
    if (event.relatedTarget !== null && rowOf(event.relatedTarget) === null) {
      setRow('');
    }
  }, []);
  return { row, onFocus, onBlur };
}

function rowOf(target: EventTarget): HTMLElement | null {
  return (target as Element).closest<HTMLElement>('[data-row]');
}
