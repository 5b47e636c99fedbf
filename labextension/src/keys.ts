/**
 * Keys pressed inside a widget of jupyter_ctx stay there.
 *
 * JupyterLab takes arrows and letters away from ipywidgets: with the focus in a
 * button group, ArrowDown moves to the next cell and `d d` deletes the cell. Lab
 * listens at the document, so stopping the event at the shell is enough.
 */

/** The class that the kernel side gives to widgets that keep their keys. */
export const KEYS_CLASS = 'jupyter-ctx-keys';

const ACT = 'jupyter-ctx-act';
const LIST = 'jupyter-ctx-list';
const CONFIRM = 'jupyter-ctx-confirm-list';
const EDITOR = 'jupyter-ctx-editor';
const SEND = 'jupyter-ctx-send';
const CLOSE = 'jupyter-ctx-close';
const REQUIRED = 'jupyter-ctx-required';
const CANCEL = 'jupyter-ctx-cancel';
const WAITING = 'jupyter-ctx-mod-waiting';

/** What is read of a keyboard event. */
export interface IKeyPress {
  readonly key: string;
  readonly target: EventTarget | null;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  preventDefault(): void;
  stopPropagation(): void;
}

/** Keep *event* from Lab's shortcuts if it belongs to a widget of ours. */
export function keepKey(event: IKeyPress): void {
  if (isPlain(event) && isOurs(event.target)) {
    event.stopPropagation();
  }
}

/** Ctrl-S still saves, and Escape still leaves the widget. */
function isPlain(event: IKeyPress): boolean {
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  return !modified && event.key !== 'Escape';
}

/** What a key or a double click does in the widgets of a choice. */
export function confirms(event: IKeyPress | IPress): void {
  const button = confirmer(event);
  if (button !== null) {
    event.preventDefault();
    event.stopPropagation();
    button.click();
  }
}

/** What is read of a click. */
export interface IPress {
  readonly type: string;
  readonly target: EventTarget | null;
  preventDefault(): void;
  stopPropagation(): void;
}

/**
 * Let one click act, and keep those after it away until the kernel side has
 * answered: it then shows other widgets in their place.
 */
export function holdClicks(event: IPress): void {
  const button = (event.target as Element | null)?.closest?.(`.${ACT}`);
  const panel = button?.closest(`.${KEYS_CLASS}`);
  if (!button || !panel) {
    return;
  }
  if (panel.classList.contains(WAITING)) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  panel.classList.add(WAITING);
  button.setAttribute('aria-busy', 'true');
}

/** The button that an event in a list, or in what has to be answered, stands for. */
function confirmer(event: IKeyPress | IPress): HTMLElement | null {
  const target = event.target as Element | null;
  const key = 'key' in event ? event.key : '';
  if (key === 'Escape') {
    return (
      buttonNear(target, EDITOR, CLOSE) ?? buttonNear(target, REQUIRED, CANCEL)
    );
  }
  if (key === 'Enter' && isHeld(event)) {
    return buttonNear(target, EDITOR, SEND);
  }
  return key === 'Enter' || !('key' in event)
    ? buttonNear(target, LIST, CONFIRM)
    : null;
}

/** Ctrl, or Cmd on a Mac: it sends wherever one writes. */
function isHeld(event: IKeyPress | IPress): boolean {
  return 'key' in event && (event.ctrlKey || event.metaKey);
}

function buttonNear(
  target: Element | null,
  around: string,
  name: string
): HTMLElement | null {
  const place = target?.closest?.(`.${around}`);
  const panel = place?.closest(`.${KEYS_CLASS}`);
  return panel?.querySelector<HTMLElement>(`.${name}`) ?? null;
}

function isOurs(target: EventTarget | null): boolean {
  const element = target as Element | null;
  return Boolean(element?.closest?.(`.${KEYS_CLASS}`));
}

/** What is read of a key with Ctrl and Alt in a field of the sidebar. */
export interface IFieldKey {
  readonly code: string;
  readonly key: string;
  readonly target: EventTarget | null;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * The keystroke of one of our shortcuts that was pressed in a field of ours, as
 * Lumino writes it; else empty.
 *
 * Lab leaves fields alone, where the focus is while one writes.
 */
export function fieldKeystroke(event: IFieldKey): string {
  const isOurs = event.altKey && (event.ctrlKey || event.metaKey);
  return isOurs && isInField(event.target) ? keystroke(event) : '';
}

function isInField(target: EventTarget | null): boolean {
  const element = target as Element | null;
  return Boolean(
    element?.closest?.('.jupyter-ctx-sidebar [data-lm-suppress-shortcuts]')
  );
}

function keystroke(event: IFieldKey): string {
  const held: readonly (readonly [boolean, string])[] = [
    [event.metaKey, 'Cmd'],
    [event.ctrlKey, 'Ctrl'],
    [event.altKey, 'Alt'],
    [event.shiftKey, 'Shift']
  ];
  // With Alt some keyboards write another sign than the one on the key.
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1] ?? event.key;
  const parts = held.filter(([isHeld]) => isHeld).map(([, name]) => name);
  return [...parts, letter].join(' ');
}
