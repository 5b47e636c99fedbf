/** The text of a reply as the source of a markdown cell, where Lab renders it. */

// At the margin a fence is one for every reader of markdown, whatever is above it.
const OPENING = /^(`{3,}|~{3,})[^`]*$/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})\s*$/;

/**
 * Give *markdown* without what would load or run something when it is shown.
 *
 * Lab lets a markdown cell hold HTML and pictures of other hosts; a reply may be
 * made of text that somebody else wrote. Blocks of code stay as they are.
 */
export function asCellText(markdown: string): string {
  let fence = '';
  const lines = markdown.split('\n').map(line => {
    if (fence === '') {
      fence = OPENING.exec(line)?.[1] ?? '';
      return fence === '' ? plain(line) : line;
    }
    fence = closes(fence, CLOSING.exec(line)?.[1] ?? '') ? '' : fence;
    return line;
  });
  const text = lines.join('\n').trim();
  // One that is not closed would hold what is written below it later.
  return fence === '' ? text : `${text}\n${fence}`;
}

function closes(fence: string, mark: string): boolean {
  return mark[0] === fence[0] && mark.length >= fence.length;
}

/**
 * Escape what begins HTML or a picture.
 *
 * In spans of code too, where the escape is seen: which stretch is one depends
 * on lines above.
 */
function plain(line: string): string {
  return line.replace(/<(?=[a-z/!?])/gi, '&lt;').replace(/!\[/g, '!\\[');
}
