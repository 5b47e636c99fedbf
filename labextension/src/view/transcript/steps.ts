/** Going through the messages by keyboard. */

import * as React from 'react';

import type { IRows, Scroller } from './scroller';

export interface ISteps {
  /** Go to the next or previous message. */
  readonly go: (by: 1 | -1) => void;
  /** Go to the first or the newest. */
  readonly end: (isNewest: boolean) => void;
  /** Show the message at *index* without the focus. */
  readonly show: (index: number) => void;
  /** The message that is first in view. */
  readonly current: () => number;
}

/** The steps through *rows*; the message that is gone to takes the focus. */
export function useSteps(scroller: Scroller, rows: IRows): ISteps {
  const wanted = React.useRef<number | null>(null);
  const latest = React.useRef(rows);
  latest.current = rows;
  const focus = React.useCallback(() => {
    const { keys, before } = latest.current;
    const key = keys[(wanted.current ?? -1) - before];
    const node = key === undefined ? null : scroller.node(key);
    if (node !== null) {
      wanted.current = null;
      node.querySelector('article')?.focus({ preventScroll: true });
    }
  }, [scroller]);
  // A message that was not drawn, or not held by the page, takes it later.
  React.useLayoutEffect(focus);
  return React.useMemo(() => {
    const to = (index: number): void => {
      wanted.current = Math.max(0, Math.min(index, scroller.count - 1));
      scroller.toRow(wanted.current);
      focus();
    };
    return {
      go: by => to(focusedIn(scroller) + by),
      end: isNewest => {
        to(isNewest ? scroller.count - 1 : 0);
        if (isNewest) {
          scroller.toEnd();
        }
      },
      show: index => scroller.toRow(index),
      current: () => scroller.current
    };
  }, [scroller, focus]);
}

/** The message that has the focus, or else the first in view. */
function focusedIn(scroller: Scroller): number {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]');
  const place = scroller.place(row?.dataset['row'] ?? '');
  return place >= 0 ? place : scroller.current;
}

const EDITABLE = 'input, textarea, select, [contenteditable="true"]';
const PAGE = 0.9; // of the view, so that a line of it stays in sight

/** Act on a key that was pressed in the transcript, not in a field of it. */
export function stepOf(event: React.KeyboardEvent, steps: ISteps): void {
  const box = event.currentTarget;
  const isElsewhere = (event.target as Element).matches(EDITABLE);
  if (isElsewhere || event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  const act = ACTS[`${event.altKey ? 'Alt+' : ''}${event.key}`];
  if (act !== undefined) {
    event.preventDefault();
    event.stopPropagation();
    act(steps, box);
  }
}

const ACTS: Readonly<Record<string, (steps: ISteps, box: Element) => void>> = {
  'Alt+ArrowUp': steps => steps.go(-1),
  'Alt+ArrowDown': steps => steps.go(1),
  Home: steps => steps.end(false),
  End: steps => steps.end(true),
  PageUp: (_, box) => box.scrollBy({ top: -PAGE * box.clientHeight }),
  PageDown: (_, box) => box.scrollBy({ top: PAGE * box.clientHeight })
};
