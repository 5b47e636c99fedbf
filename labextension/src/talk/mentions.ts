/** Mentions in a prompt, as the kernel side reads them; pure. */

/** What is being written after an `@`: the text from *start* to *end*, its `@` too. */
export interface IToken {
  readonly start: number;
  readonly end: number;
  /** Without the `@`. */
  readonly text: string;
}

/** Characters of a cell that its mention quotes. */
const FIRST_WORDS = 40;

const MENTION =
  /(?<![\p{L}\p{N}_@.`/])@(?:In\s?\[\d{1,6}\]|"[^"\n]{1,200}"|[\p{L}_][\p{L}\p{N}_]*\[(?:"[^"\n]{1,200}"|'[^'\n]{1,200}')\]|[\p{L}\p{N}_./\\-]{1,200})/gu;
const FENCE = /```[\s\S]*?(?:```|$)/g;
const WRITING =
  /(?<![\p{L}\p{N}_@.`/])@(In\s?\[?\d*|"[^"\n]*|[\p{L}_][\p{L}\p{N}_]*\[(?:"[^"\n]*|'[^'\n]*)?|[\p{L}\p{N}_./\\-]*)$/u;

/** The mention that is being written at *caret*; null where none is. */
export function tokenAt(text: string, caret: number): IToken | null {
  const before = text.slice(0, caret);
  const found = WRITING.exec(before);
  if (found === null || (before.split('```').length - 1) % 2 === 1) {
    return null;
  }
  return { start: found.index, end: caret, text: found[1] ?? '' };
}

/** Write *mention* in place of *token*; gives the text and where the caret is then. */
export function written(
  text: string,
  token: IToken,
  mention: string
): { readonly text: string; readonly caret: number } {
  const after = text.slice(token.end);
  const space = /^[\s,.;:!?)]/.test(after) ? '' : ' ';
  const begin = text.slice(0, token.start) + mention + space;
  const caret = begin.length + (space === '' && /^\s/.test(after) ? 1 : 0);
  return { text: begin + after, caret };
}

/** Put *mention* into *text* at *caret*, apart from what stands around it. */
export function inserted(
  text: string,
  caret: number,
  mention: string
): { readonly text: string; readonly caret: number } {
  const space = caret === 0 || /\s$/.test(text.slice(0, caret)) ? '' : ' ';
  const at = { start: caret, end: caret, text: '' };
  return written(text, at, `${space}${mention}`);
}

/** All mentions of *text* in their order, each once; not those in fenced code. */
export function mentionsIn(text: string): readonly string[] {
  if (!text.includes('@')) {
    return [];
  }
  const found = text.replace(FENCE, '').match(MENTION) ?? [];
  const bare = found.map(one =>
    /["'\]]$/.test(one) ? one : one.replace(/[.\-/\\]+$/, '')
  );
  return [...new Set(bare)].filter(one => one.length > 1);
}

/** Take *mention* out of *text* wherever it stands, with one space beside it. */
export function without(text: string, mention: string): string {
  const spelt = mention.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const end = /[\p{L}\p{N}_]$/u.test(mention) ? '(?![\\p{L}\\p{N}_])' : '';
  return text.replace(new RegExp(` ?${spelt}${end}`, 'gu'), '').trimStart();
}

/** How a cell is mentioned: by its run, else by its first words; '' without any. */
export function ofCell(source: string, count: number | null): string {
  if (count !== null) {
    return `@In[${count}]`;
  }
  const words = source
    .replace(/"/g, "'")
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');
  let short = words.slice(0, FIRST_WORDS);
  if (words.length > FIRST_WORDS && short.includes(' ')) {
    short = short.slice(0, short.lastIndexOf(' '));
  }
  return short === '' ? '' : `@cell["${short.trim()}"]`;
}

/** How a file is mentioned; *path* and *notebook* are paths on the server. */
export function ofFile(path: string, notebook: string): string {
  const from = notebook.split('/').slice(0, -1);
  const to = path.split('/');
  let same = 0;
  while (
    same < Math.min(from.length, to.length - 1) &&
    from[same] === to[same]
  ) {
    same++;
  }
  const up = from.slice(same).map(() => '..');
  const relative = [...up, ...to.slice(same)].join('/');
  return /^[\w./-]*[\w/-]$/.test(relative) ? `@${relative}` : `@"${relative}"`;
}
