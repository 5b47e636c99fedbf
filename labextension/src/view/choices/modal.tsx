/** A dialog that has to be answered; in a narrow panel it is a drawer over it. */

import * as React from 'react';

const NARROW = 480; // pixels of a panel in which a dialog of its own has no room
const DEAF = 500; // milliseconds in which keys and clicks were meant for something else

export interface IModal {
  /** The id of what names it. */
  readonly title: string;
  /** Somebody asked for it, so that the focus goes to the first choice at once. */
  readonly isWanted: boolean;
  /** Escape was pressed. */
  readonly onCancel: () => void;
  /** The page has put it away; nothing was answered. */
  readonly onGone: () => void;
  readonly children: React.ReactNode;
}

/** Holds the focus until it is answered, and gives it back to where it was. */
export function Modal(props: IModal): React.ReactElement {
  const { title, isWanted, onCancel, onGone } = props;
  const box = React.useRef<HTMLDialogElement>(null);
  const latest = React.useRef(onGone);
  latest.current = onGone;
  const isDeaf = useDeaf(!isWanted);
  const hear = useBegun(isDeaf);
  React.useLayoutEffect(
    () =>
      show(box.current, isWanted, () => {
        latest.current();
      }),
    []
  );
  return (
    <dialog
      ref={box}
      tabIndex={-1}
      className={`jupyter-ctx-dialog${isDeaf ? ' jupyter-ctx-mod-deaf' : ''}`}
      aria-labelledby={title}
      aria-modal="true"
      onCancel={event => {
        event.preventDefault();
        if (!isDeaf) {
          onCancel();
        }
      }}
      {...hear}
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

/** Whether what came by itself hears nothing yet: what is pressed was under way. */
function useDeaf(cameByItself: boolean): boolean {
  const [isDeaf, setDeaf] = React.useState(cameByItself);
  React.useEffect(() => {
    const timer = window.setTimeout(() => {
      setDeaf(false);
    }, DEAF);
    return () => {
      window.clearTimeout(timer);
    };
  }, []);
  return isDeaf;
}

type Hear = (event: React.KeyboardEvent) => void;

/** Let only keys through that were pressed in the dialog, and not while *isDeaf*. */
function useBegun(isDeaf: boolean): {
  readonly onKeyDownCapture: Hear;
  readonly onKeyUpCapture: Hear;
} {
  const begun = React.useRef(new Set<string>()).current;
  return {
    onKeyDownCapture: event => {
      if (isDeaf || (event.repeat && !begun.has(event.key))) {
        swallow(event);
      } else {
        begun.add(event.key);
      }
    },
    onKeyUpCapture: event => {
      if (!begun.delete(event.key)) {
        swallow(event);
      }
    }
  };
}

function swallow(event: React.KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Open *box*; gives what closes it. One that cannot be seen must not hold the page. */
function show(
  box: HTMLDialogElement | null,
  isWanted: boolean,
  gone: () => void
): () => void {
  if (box === null || !isSeen(box.parentElement)) {
    gone();
    return () => undefined;
  }
  lay(box);
  box.showModal();
  // What came by itself is read first: a key that is under way chooses nothing.
  (isWanted ? first(box) : box)?.focus();
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
