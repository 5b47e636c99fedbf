/**
 * Keys pressed inside a widget of jupyter_ctx stay there.
 *
 * JupyterLab takes arrows and letters away from ipywidgets: with the focus in a
 * button group, ArrowDown moves to the next cell and `d d` deletes the cell. Lab
 * listens at the document, so stopping the event at the shell is enough.
 */

/** The class that the kernel side gives to widgets that keep their keys. */
export const KEYS_CLASS = 'jupyter-ctx-keys';

/** What is read of a keyboard event. */
export interface IKeyPress {
  readonly key: string;
  readonly target: EventTarget | null;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
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

function isOurs(target: EventTarget | null): boolean {
  const element = target as Element | null;
  return Boolean(element?.closest?.(`.${KEYS_CLASS}`));
}
