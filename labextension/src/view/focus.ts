/** Where the focus goes when the element that has it leaves the page. */

import * as React from 'react';

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
