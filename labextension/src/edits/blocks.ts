/** The Python code in a reply: its closed fenced blocks. */

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w+-]*)[^`]*$/;
const PYTHON = new Set(['', 'python', 'py', 'python3', 'ipython', 'ipython3']);

interface IOpen {
  readonly fence: string;
  readonly language: string;
  readonly lines: string[];
}

/** Give the sources of the closed blocks that are Python or say nothing else. */
export function pythonBlocks(markdown: string): string[] {
  const found: string[] = [];
  let open: IOpen | null = null;
  for (const line of markdown.split('\n')) {
    const { fence, language } = mark(line);
    if (open === null) {
      open = fence === '' ? null : { fence, language, lines: [] };
    } else if (closes(open, fence, language)) {
      found.push(...(isPython(open) ? [open.lines.join('\n')] : []));
      open = null;
    } else {
      open.lines.push(line);
    }
  }
  return found;
}

/** Read a line that may open or close a block; *fence* is empty if it is none. */
function mark(line: string): { fence: string; language: string } {
  const [, fence = '', language = ''] = FENCE.exec(line) ?? [];
  return { fence, language };
}

function closes(open: IOpen, fence: string, language: string): boolean {
  return (
    language === '' &&
    fence[0] === open.fence[0] &&
    fence.length >= open.fence.length
  );
}

function isPython(open: IOpen): boolean {
  const isEmpty = open.lines.every(line => line.trim() === '');
  return !isEmpty && PYTHON.has(open.language.toLowerCase());
}
