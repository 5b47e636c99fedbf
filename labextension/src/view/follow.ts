/** Keeping the end of a growing text in view. */

import * as React from 'react';

const NEAR = 40; // pixels from the end that still count as being there

export interface IFollow {
  readonly box: React.RefObject<HTMLDivElement>;
  readonly list: React.RefObject<HTMLDivElement>;
  readonly isAtEnd: boolean;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
}

/** Keep the end in view, however it grows, until the user scrolls away from it. */
export function useFollow(isEmpty: boolean): IFollow {
  const box = React.useRef<HTMLDivElement>(null);
  const list = React.useRef<HTMLDivElement>(null);
  const place = React.useRef(START);
  const [isAtEnd, setIsAtEnd] = React.useState(true);
  const onScroll = React.useCallback(() => {
    if (box.current !== null && !isEmpty) {
      place.current = follow(place.current, box.current);
      setIsAtEnd(place.current.follows);
    }
  }, [isEmpty]);
  const toEnd = React.useCallback(() => {
    if (box.current !== null) {
      box.current.scrollTop = box.current.scrollHeight;
      onScroll();
    }
  }, [onScroll]);
  React.useEffect(() => {
    if (isEmpty) {
      // What stands in its place is read from its top.
      place.current = START;
      setIsAtEnd(true);
      return;
    }
    // Markdown, maths and code come in after React is done: watch the size.
    const watcher = new ResizeObserver(() => {
      (place.current.follows ? toEnd : onScroll)();
    });
    for (const node of [list.current, box.current]) {
      if (node !== null) {
        watcher.observe(node);
      }
    }
    return () => watcher.disconnect();
  }, [isEmpty, toEnd, onScroll]);
  return { box, list, isAtEnd, onScroll, toEnd };
}

interface IFollowed {
  /** Whether the end is kept in view. */
  readonly follows: boolean;
  readonly top: number;
}

const START: IFollowed = { follows: true, top: 0 };

/** Where *node* stands now; only a way up, by the user, ends the following. */
function follow(before: IFollowed, node: HTMLElement): IFollowed {
  const top = node.scrollTop;
  const rest = node.scrollHeight - top - node.clientHeight;
  const isUp = top < before.top;
  return { follows: rest < NEAR || (before.follows && !isUp), top };
}
