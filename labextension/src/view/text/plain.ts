/** What is read of Markdown: its words without the marks around them; pure. */

const FENCE = /^[ \t]*(?:(?:[-*+>]|\d+[.)])[ \t>]*)*(`{3,}(?=[^`]*$)|~{3,})/;
const RULE = /^ {0,3}(?:(?:[-*_][ \t]*){3,}|=+[ \t]*|-{2,}[ \t]*)$/;
const ROW = /^[ \t]*\|.*\|[ \t]*$/;
const ROW_RULE =
  /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/;
const NAMED = /^ {0,3}\[[^\]]+\]:[ \t]*\S.*$/;
/** Marks of quotes, lists, tasks and headings. */
const LEAD =
  /^[ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)*(?:#{1,6}[ \t]+)?/;
const CODE = /(?<![`\\])(`+)(?!`)((?:(?!\n[ \t]*\n)[^])*?[^`])\1(?!`)/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0'
};
/** Each is replaced by its first group that matched. */
const MARKS: readonly RegExp[] = [
  /<((?:https?:\/\/|mailto:)[^\s<>]*)>/g,
  /!\[([^\]\n]*)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)/g,
  /\[([^\]\n]*)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)/g,
  /\[([^\]\n]+)\]\[[^\]\n]*\]/g,
  /\*\*(?=[^\s*])((?:(?!\n[ \t]*\n)[^])*?[^\s])\*\*/g,
  /(?<!\w)__(?=[^\s_])((?:(?!\n[ \t]*\n)[^])*?[^\s])__(?!\w)/g,
  /~~(?=[^\s~])([^\n]*?[^\s])~~/g,
  /(?<!\*)\*(?=[^\s*])((?:(?!\n[ \t]*\n)[^*])*[^\s*])\*(?!\*)/g,
  /(?<!\w)_(?=[^\s_])((?:(?!\n[ \t]*\n)[^])*?[^\s])_(?!\w)/g
];
// What stands for a piece that is kept as it is; no text that is shown has these.
const [BEGIN, END] = ['\ue000', '\ue001'];
const KEPT = new RegExp(`${BEGIN}(\\d+)${END}`, 'g');

/** Give the text of *markdown* as it is shown: what is searched is what is read. */
export function plain(markdown: string): string {
  const made: string[] = [];
  let prose: string[] = [];
  const flush = (): void => {
    made.push(...(prose.length > 0 ? [inline(prose.join('\n'))] : []));
    prose = [];
  };
  let fence = '';
  for (const line of markdown.split('\n')) {
    const opened = fence === '' ? (FENCE.exec(line)?.[1] ?? '') : '';
    if (opened !== '') {
      flush();
      fence = opened;
    } else if (fence === '') {
      prose.push(bare(line));
    } else if (isEnd(line, fence)) {
      fence = '';
    } else {
      made.push(line);
    }
  }
  flush();
  return made.join('\n');
}

function isEnd(line: string, fence: string): boolean {
  const text = line.trim().replace(/^(?:>[ \t]*)+/, '');
  return text.startsWith(fence) && text === fence.charAt(0).repeat(text.length);
}

/** *line* without what makes it a heading, an item, a quote or a row. */
function bare(line: string): string {
  if (RULE.test(line) || ROW_RULE.test(line) || NAMED.test(line)) {
    return '';
  }
  const text = line.replace(LEAD, '').replace(/[ \t]+$/, '');
  // Cells stand alone: no word goes from one into the next.
  return ROW.test(text) ? text.replace(/(?<!\\)[ \t]*\|[ \t]*/g, '\n') : text;
}

function inline(text: string): string {
  const kept: string[] = [];
  const keep = (piece: string): string =>
    `${BEGIN}${kept.push(piece) - 1}${END}`;
  const marked = text
    .replace(CODE, (_, _ticks, code: string) =>
      keep(code.replace(/^ (.*[^ ].*) $/, '$1'))
    )
    .replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => keep(sign))
    .replace(/&(\w+);/g, (all, name: string) => keep(ENTITIES[name] ?? all));
  return MARKS.reduce((left, mark) => left.replace(mark, '$1'), marked).replace(
    KEPT,
    (_, place: string) => kept[Number(place)] ?? ''
  );
}
