/** Whether somebody writes just now: then nothing may take the focus from the field. */

const RECENT = 3_000; // milliseconds after a key in which one still writes

/** The field that has the focus. */
export interface IInUse {
  readonly text: string;
  /** Whether it is one of ours, where a text that is not sent is under way. */
  readonly isDraft: boolean;
}

/** Tell whether *field* is written in, *idle* milliseconds after the last key. */
export function isWritten(field: IInUse | null, idle: number): boolean {
  if (field === null || field.text.trim() === '') {
    return false;
  }
  return field.isDraft || idle < RECENT;
}

let lastKey = Number.NEGATIVE_INFINITY;

/** Note from now on when a key is pressed; gives what ends that. */
export function watchKeys(): () => void {
  const note = (): void => {
    lastKey = performance.now();
  };
  document.addEventListener('keydown', note, true);
  return () => {
    document.removeEventListener('keydown', note, true);
  };
}

/** Tell whether somebody writes anywhere in the page. */
export function isWriting(): boolean {
  return isWritten(focused(), performance.now() - lastKey);
}

function focused(): IInUse | null {
  const node = document.activeElement;
  const isDraft = node?.closest('.jupyter-ctx-sidebar') !== null;
  if (node instanceof HTMLTextAreaElement || node instanceof HTMLInputElement) {
    return { text: node.value, isDraft };
  }
  const isEditable = node instanceof HTMLElement && node.isContentEditable;
  return isEditable ? { text: node.textContent ?? '', isDraft: false } : null;
}
