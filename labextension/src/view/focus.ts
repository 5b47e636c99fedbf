/** Where the focus goes when the element that has it leaves the page. */

import * as React from 'react';

/** The field for the next message; a message that waits may be in another. */
const MESSAGE = '.jupyter-ctx-writing textarea';

/** Find where the next message is written in *sidebar*. */
export function messageField(sidebar: Element | null): HTMLElement | null {
  return sidebar?.querySelector<HTMLElement>(MESSAGE) ?? null;
}

/**
 * Take the focus when *box* comes, unless a button that unfolds it has it; and give
 * it back when *box* goes.
 *
 * A button leaves the focus on itself, because it folds *box* too. All else, a
 * command or a word in the composer, brings it here.
 */
export function useFocusOnCommand(box: React.RefObject<HTMLElement>): void {
  React.useLayoutEffect(() => {
    const node = box.current;
    const from = document.activeElement as HTMLElement | null;
    // Where there is little height it may have come out of sight.
    node?.scrollIntoView({ block: 'nearest' });
    if (!from?.matches('.jupyter-ctx-sidebar [aria-expanded]')) {
      node?.focus();
    }
    const sidebar = node?.closest('.jupyter-ctx-sidebar');
    return () => {
      if (node?.contains(document.activeElement)) {
        requestAnimationFrame(() => {
          giveBack(from, sidebar ?? null);
        });
      }
    };
  }, [box]);
}

/** Focus *from* where it is still in sight, else the composer. */
function giveBack(from: HTMLElement | null, sidebar: Element | null): void {
  // Somebody else may have taken it on purpose by now.
  if (document.activeElement !== document.body) {
    return;
  }
  const isThere = from?.isConnected && from !== document.body;
  (isThere ? from : messageField(sidebar))?.focus();
}

/**
 * Pass the focus on when *box* goes while the focus is in it.
 *
 * *find* looks for the next place in the turn of *box*; without one there, and
 * where the turn is gone too, it is the composer, so that no key is lost.
 */
export function useFocusHeir(
  box: React.RefObject<HTMLElement>,
  selector: string
): void {
  React.useLayoutEffect(() => {
    const node = box.current;
    const turn = node?.closest('article');
    const sidebar = node?.closest('.jupyter-ctx-sidebar');
    return () => {
      if (!node?.contains(document.activeElement)) {
        return;
      }
      requestAnimationFrame(() => {
        const next = turn?.querySelector<HTMLElement>(selector);
        // Somebody else may have taken it on purpose by now.
        if (document.activeElement === document.body) {
          (next ?? messageField(sidebar ?? null))?.focus();
        }
      });
    };
  }, [box, selector]);
}
