/** Where the focus goes when widgets of jupyter_ctx open something, close or go. */

import { KEYS_CLASS } from '../keys';

const EDIT = '.jupyter-ctx-edit';
const CLOSE = '.jupyter-ctx-close';
const FIELD = '.jupyter-ctx-editor textarea';

/** Never let the focus fall out of the notebook while it is in a widget of ours. */
export function followFocus(shell: HTMLElement): void {
  let leave = (): void => undefined;
  shell.addEventListener('focusin', event => {
    leave();
    const panel = (event.target as Element).closest(`.${KEYS_CLASS}`);
    const cell = panel?.closest<HTMLElement>('.jp-Cell');
    leave = panel && cell ? watch(panel, cell) : (): void => undefined;
  });
  shell.addEventListener(
    'click',
    event => {
      const close = (event.target as Element).closest(CLOSE);
      focus(close?.closest(`.${KEYS_CLASS}`)?.querySelector<HTMLElement>(EDIT));
    },
    { capture: true }
  );
  // Whoever presses elsewhere has left, also where nothing takes the focus.
  shell.addEventListener('pointerdown', event => {
    if (!(event.target as Element).closest(`.${KEYS_CLASS}`)) {
      leave();
    }
  });
}

/** Look after the focus in *panel*; gives what ends it. */
function watch(panel: Element, cell: HTMLElement): () => void {
  let had = panel.querySelector(FIELD) !== null;
  const observer = new MutationObserver(() => {
    const active = document.activeElement ?? document.body;
    const field = panel.querySelector<HTMLElement>(FIELD);
    const isNew = field !== null && !had;
    had = field !== null;
    if (active === document.body && !panel.isConnected) {
      focus(cell);
    } else if (isNew && active.matches(EDIT)) {
      focus(field);
    }
  });
  observer.observe(cell, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
  };
}

function focus(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
}
