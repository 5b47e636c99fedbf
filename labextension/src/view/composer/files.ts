/** Files that the user saves and picks, through the browser. */

import type { Exported } from '../../protocol.generated';

/** Let the browser save *file* where it saves what is downloaded. */
export function download({ name, mime, text }: Exported): void {
  const address = URL.createObjectURL(new Blob([text], { type: mime }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after this turn of the loop.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Let the user pick a file, then give it to *take*. */
export function pick(
  take: (file: { readonly name: string; readonly text: string }) => void
): void {
  const field = document.createElement('input');
  field.type = 'file';
  field.accept = '.json,.md,.ipynb,application/json,text/markdown';
  field.onchange = () => {
    const file = field.files?.[0];
    if (file !== undefined) {
      void file.text().then(text => take({ name: file.name, text }));
    }
  };
  field.click();
}
