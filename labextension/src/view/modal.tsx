/** A dialog that has to be answered; in a narrow panel it is a drawer over it. */

import * as React from 'react';

const NARROW = 480; // pixels of a panel in which a dialog of its own has no room

export interface IModal {
  /** The id of what names it. */
  readonly title: string;
  /** Escape was pressed. */
  readonly onCancel: () => void;
  /** The page has put it away; nothing was answered. */
  readonly onGone: () => void;
  readonly children: React.ReactNode;
}

/** Holds the focus until it is answered, and gives it back to where it was. */
export function Modal(props: IModal): React.ReactElement {
  const { title, onCancel, onGone } = props;
  const box = React.useRef<HTMLDialogElement>(null);
  const latest = React.useRef(onGone);
  latest.current = onGone;
  React.useLayoutEffect(
    () =>
      show(box.current, () => {
        latest.current();
      }),
    []
  );
  return (
    <dialog
      ref={box}
      className="jupyter-ctx-dialog"
      aria-labelledby={title}
      aria-modal="true"
      onCancel={event => {
        event.preventDefault();
        onCancel();
      }}
      onKeyDown={event => {
        // No shortcut of JupyterLab while something has to be answered.
        event.stopPropagation();
        if (event.key === 'Tab') {
          hold(event);
        }
      }}
    >
      {props.children}
    </dialog>
  );
}

/** Open *box*; gives what closes it. One that cannot be seen must not hold the page. */
function show(box: HTMLDialogElement | null, gone: () => void): () => void {
  if (box === null || !isSeen(box.parentElement)) {
    gone();
    return () => undefined;
  }
  lay(box);
  box.showModal();
  first(box)?.focus();
  const watch = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting === false && !isSeen(box.parentElement)) {
      gone();
    }
  });
  watch.observe(box);
  return () => {
    watch.disconnect();
    box.close();
  };
}

function isSeen(node: Element | null): boolean {
  return node !== null && node.getClientRects().length > 0;
}

/** Put *box* over its panel, where that is narrow. */
function lay(box: HTMLDialogElement): void {
  const panel = box.closest('.jupyter-ctx-sidebar')?.getBoundingClientRect();
  if (panel !== undefined && panel.width < NARROW) {
    box.classList.add('jupyter-ctx-mod-drawer');
    box.style.left = `${panel.left}px`;
    box.style.width = `${panel.width}px`;
    box.style.bottom = `${window.innerHeight - panel.bottom}px`;
  }
}

function stops(box: Element): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('button, [tabindex="0"]')];
}

function first(box: Element): HTMLElement | undefined {
  const meant = box.querySelector<HTMLElement>(
    '.jupyter-ctx-mod-primary, [role=listbox]'
  );
  return meant ?? stops(box)[0];
}

/** Go from the last stop to the first, and back. */
function hold(event: React.KeyboardEvent<HTMLElement>): void {
  const all = stops(event.currentTarget);
  const here = all.indexOf(document.activeElement as HTMLElement);
  const isEnd = event.shiftKey ? here <= 0 : here === all.length - 1;
  if (isEnd) {
    event.preventDefault();
    all[event.shiftKey ? all.length - 1 : 0]?.focus();
  }
}
