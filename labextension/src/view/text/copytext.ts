/** Text to the clipboard, also where the page may not use it directly. */

/** Put *text* on the clipboard; *done* is called once it is there. */
export function copyText(text: string, done: () => void): void {
  // Pages served over plain http from another machine have no clipboard object.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard === undefined) {
    copyByCommand(text);
    done();
    return;
  }
  void clipboard.writeText(text).then(done, () => {
    copyByCommand(text);
    done();
  });
}

function copyByCommand(text: string): void {
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
