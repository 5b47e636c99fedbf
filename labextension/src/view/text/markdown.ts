/** Model text as Markdown for JupyterLab: no raw HTML, maths as Lab reads it; pure. */

const FENCE =
  '(?:^|(?<=\\n))[ \\t>]*(?<fence>`{3,}|~{3,})[^\\n]*' +
  '(?:\\n(?![ \\t>]*\\k<fence>[`~]*[ \\t]*(?:\\n|$))[^\\n]*)*' +
  '(?:\\n[ \\t>]*\\k<fence>[`~]*)?';
const CODE =
  '(?<!`)(?<ticks>`+)(?!`)(?:(?!\\n[ \\t]*\\n)[^])*?(?<!`)\\k<ticks>(?!`)';
const TOKEN = new RegExp(
  [
    `(?<code>${FENCE}|${CODE})`,
    '(?<link><(?:https?://|mailto:)[^\\s<>]*>)',
    '\\\\\\((?<round>(?:(?!\\n[ \\t]*\\n|\\\\\\))[^])+)\\\\\\)',
    '\\\\\\[(?<square>(?:(?!\\n[ \\t]*\\n|\\\\\\])[^])+)\\\\\\]',
    '(?<escape>\\\\(?!\\$)[^])',
    '(?<maths>\\$\\$(?:(?!\\n[ \\t]*\\n|\\$\\$)[^])+\\$\\$' +
      '|(?<![\\w$])\\$(?![\\s$])(?:\\\\[^\\n]|[^$\\\\\\n])*(?<!\\s)\\$(?![\\w$]))',
    '(?<dollar>\\\\?\\$)',
    '(?<tag><(?=[A-Za-z/!?]))'
  ].join('|'),
  'g'
);

/**
 * A fence whose block Lab would draw as a diagram, wherever it stands.
 *
 * Mermaid draws into the live page before anything is sanitised, and styles in a
 * diagram load from any host: its source is shown instead.
 */
const DIAGRAM = /(`{3,}(?=[^\n`]*$)|~{3,})[ \t]*[^\n]*mermaid[^\n]*$/gim;

/**
 * Give *text* so that JupyterLab shows what was meant.
 *
 * Tags are shown, not obeyed; what models write as `\(x\)` is maths, and `$5 and
 * $6` is not. Code stays as it is. That nothing active is left is seen to
 * afterwards, on the parsed page (sanitize.ts): no two Markdown parsers agree.
 */
export function prepare(text: string): string {
  return text
    .replace(DIAGRAM, '$1text')
    .replace(TOKEN, (whole: string, ...rest: unknown[]) =>
      shown(whole, rest[rest.length - 1] as Groups)
    );
}

type Groups = Record<string, string | undefined>;

function shown(whole: string, found: Groups): string {
  if (found['tag'] !== undefined) {
    return '&lt;';
  }
  if (found['dollar'] !== undefined) {
    // Markdown leaves one backslash, which MathJax takes for a plain dollar.
    return '\\\\$';
  }
  if (found['round'] !== undefined) {
    return `$${found['round'].trim()}$`;
  }
  return found['square'] === undefined ? whole : `$$${found['square']}$$`;
}

/** Whether a picture is in the text itself, so that showing it loads nothing. */
export function isInlineImage(source: string): boolean {
  return /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/i.test(source.trim());
}

/** Whether a link only leads to the web or to a mail program. */
export function isWebLink(target: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(target.trim());
}

const NOT_A_CELL = new Set(
  'bash console diff json output plaintext powershell sh shell text toml traceback txt xml yaml zsh'.split(
    ' '
  )
);

/** Whether code in *language* can stand in a cell of the notebook. */
export function isForCell(language: string): boolean {
  return !NOT_A_CELL.has(language.toLowerCase());
}

/** The language of a code element by its classes; empty where none is given. */
export function languageOf(classes: string): string {
  return /(?:^|\s)language-(\S+)/.exec(classes)?.[1] ?? '';
}

/** A sentence cut into its words and the commands in backticks, for copying. */
export function segments(sentence: string): readonly ISegment[] {
  return sentence
    .split(/`([^`]+)`/)
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(segment => segment.text !== '');
}

/** Whether *code* is a line to run, in a shell or in a cell. */
export function isCommand(code: string): boolean {
  return /^(?:%?pip|conda|mamba|jupyter|ollama|%\w+) | -m pip install /.test(
    code
  );
}

export interface ISegment {
  readonly text: string;
  readonly isCode: boolean;
}
