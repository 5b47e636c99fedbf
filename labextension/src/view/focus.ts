/** Where the focus goes when the element that has it leaves the page. */

import * as React from 'react';

/**
 * Take the focus when *box* comes, if a command in the composer asked for it.
 *
 * What a button unfolds leaves the focus on that button.
 */
export function useFocusOnCommand(box: React.RefObject<HTMLElement>): void {
  React.useEffect(() => {
    const from = document.activeElement;
    if (from?.matches('.jupyter-ctx-composer textarea')) {
      box.current?.focus();
    }
  }, [box]);
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
        const composer = sidebar?.querySelector<HTMLElement>(
          '.jupyter-ctx-composer textarea'
        );
        // Somebody else may have taken it on purpose by now.
        if (document.activeElement === document.body) {
          (next ?? composer)?.focus();
        }
      });
    };
  }, [box, selector]);
}
