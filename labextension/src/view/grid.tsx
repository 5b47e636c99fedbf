/** Rows that the arrow keys move in, as in a tree: one of them is in the tab order. */

import * as React from 'react';

import { messageField } from './focus';

interface IGrid {
  readonly keys: readonly string[];
  readonly isOpen: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  /** What other keys do to a row; tells whether it was one of them. */
  readonly press: (key: string, pressed: string) => boolean;
}

export interface IRoving {
  /** The row that Tab leads to. */
  readonly active: string;
  readonly box: React.RefObject<HTMLTableSectionElement>;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
  readonly onFocus: (event: React.FocusEvent) => void;
  /** Bring a row into view and give it the focus. */
  readonly focus: (key: string) => void;
}

/** Up and Down, Home and End move; Right opens, Left closes, Enter does either. */
export function useRoving(grid: IGrid): IRoving {
  const { keys } = grid;
  const box = React.useRef<HTMLTableSectionElement>(null);
  const [chosen, setChosen] = React.useState('');
  const isThere = keys.includes(chosen);
  const active = isThere ? chosen : (keys[0] ?? '');
  const place = React.useRef(0);
  if (isThere) {
    place.current = keys.indexOf(chosen);
  }
  const focus = (key: string): void => {
    setChosen(key);
    const row = find(box.current, key);
    row?.scrollIntoView({ block: 'nearest' });
    row?.focus({ preventScroll: true });
  };
  React.useLayoutEffect(() => {
    // The row that had the focus is gone: the one in its place takes it.
    const heir = keys[Math.min(place.current, keys.length - 1)];
    const isLost = document.activeElement === document.body;
    if (chosen !== '' && !isThere && isLost && heir !== undefined) {
      focus(heir);
    }
  });
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const key = keyOf(event.target);
    if (key === '' || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const isOnRow = (event.target as HTMLElement).dataset.row !== undefined;
    if (
      moved(grid, key, event.key, focus) ||
      (isOnRow && did(grid, key, event.key))
    ) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const onFocus = (event: React.FocusEvent): void => {
    const key = keyOf(event.target);
    if (key !== '') {
      setChosen(key);
    }
  };
  return { active, box, onKeyDown, onFocus, focus };
}

function moved(
  { keys }: IGrid,
  key: string,
  pressed: string,
  focus: (key: string) => void
): boolean {
  const at = keys.indexOf(key);
  const next: Record<string, number> = {
    ArrowUp: Math.max(0, at - 1),
    ArrowDown: Math.min(keys.length - 1, at + 1),
    Home: 0,
    End: keys.length - 1
  };
  const to = keys[next[pressed] ?? -1];
  if (to === undefined) {
    return false;
  }
  focus(to);
  return true;
}

function did(grid: IGrid, key: string, pressed: string): boolean {
  const isOpen = grid.isOpen(key);
  const isMeant =
    pressed === 'Enter' ||
    pressed === ' ' ||
    (pressed === 'ArrowRight' && !isOpen) ||
    (pressed === 'ArrowLeft' && isOpen);
  if (isMeant) {
    grid.toggle(key);
    return true;
  }
  return grid.press(key, pressed);
}

/** The key of the row that *target* is, or is in. */
function keyOf(target: EventTarget): string {
  const row =
    target instanceof Element
      ? target.closest<HTMLElement>('[data-row]')
      : null;
  return row?.dataset.row ?? '';
}

function find(box: HTMLElement | null, key: string): HTMLElement | null {
  const rows = box?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
  return [...rows].find(row => row.dataset.row === key) ?? null;
}

interface IAct {
  readonly label: string;
  readonly icon: React.ReactNode;
  readonly isPressed?: boolean;
  /** Only the buttons of the active row are in the tab order. */
  readonly isActive: boolean;
  readonly onClick: () => void;
}

/** A small button in a row. */
export function Act(props: IAct): React.ReactElement {
  return (
    <button
      type="button"
      className="jupyter-ctx-act"
      title={props.label}
      aria-label={props.label}
      aria-pressed={props.isPressed}
      tabIndex={props.isActive ? 0 : -1}
      onClick={props.onClick}
    >
      {props.icon}
    </button>
  );
}

/** Give the focus back to who had it before *box* came, if it is in it at the end. */
export function useReturn(box: React.RefObject<HTMLElement>): void {
  React.useLayoutEffect(() => {
    const before = document.activeElement;
    const node = box.current;
    return () => {
      if (!node?.contains(document.activeElement)) {
        return;
      }
      const composer = messageField(node.closest('.jupyter-ctx-sidebar'));
      requestAnimationFrame(() => {
        const isThere = before instanceof HTMLElement && before.isConnected;
        const heir = isThere && before !== document.body ? before : composer;
        if (document.activeElement === document.body) {
          heir?.focus();
        }
      });
    };
  }, [box]);
}
