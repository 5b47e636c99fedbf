/** Markdown that grows, cut where what stands before a cut stays as it is; pure. */

const FENCE = /^[ \t]*(?:[-*+>]|\d+[.)])?[ \t>]*(`{3,}|~{3,})/;
const LIST = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
/** What may become the number of a list. */
const NUMBER = /^ {0,3}\d{1,9}$/;
const NAMED = /^ {0,3}\[[^\]\n]+\]:[ \t]*\S[^\n]*$/gm;

/**
 * Cut *text* into blocks that mean the same alone as together.
 *
 * A block ends at a blank line, but not inside of code, and not before what may
 * belong to a list. All blocks together are *text*, and more text only changes the
 * last of them: what is finished need not be rendered again.
 */
export function blocks(text: string): string[] {
  const made: string[] = [];
  let block: IBlock = NOTHING;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    if (isCut(block, line)) {
      made.push(block.text);
      block = NOTHING;
    }
    block = {
      text: block.text + line,
      fence: fenceAfter(block.fence, line),
      isList: block.isList || LIST.test(line),
      isOver: line.trim() === ''
    };
  }
  return block.text === '' ? made : [...made, block.text];
}

interface IBlock {
  readonly text: string;
  /** The fence of the code that is open at its end; empty for none. */
  readonly fence: string;
  readonly isList: boolean;
  /** It ends with a blank line. */
  readonly isOver: boolean;
}

const NOTHING: IBlock = { text: '', fence: '', isList: false, isOver: false };

/** Whether another block begins at *line*. */
function isCut(block: IBlock, line: string): boolean {
  const isDue = block.isOver && block.fence === '' && line.trim() !== '';
  return isDue && mayCut(line, block.isList);
}

function mayCut(line: string, isList: boolean): boolean {
  const mayBeItem = LIST.test(line) || NUMBER.test(line);
  return !/^[ \t]/.test(line) && !(isList && mayBeItem);
}

/** The fence of code that is open after *line*; empty for none. */
function fenceAfter(open: string, line: string): string {
  if (open === '') {
    return FENCE.exec(line)?.[1] ?? '';
  }
  const bare = line.trim().replace(/^(?:>[ \t]*)+/, '');
  const isEnd =
    bare.startsWith(open) && bare === open.charAt(0).repeat(bare.length);
  return isEnd ? '' : open;
}

/** The lines of *text* that name links for all of it; empty for none. */
export function named(text: string): string {
  return (text.match(NAMED) ?? []).join('\n');
}

/** *block* with what it may need of the links that are named elsewhere. */
export function complete(block: string, names: string): string {
  return names === '' || !block.includes('[') ? block : `${block}\n\n${names}`;
}

/** The code of a block that is code to its end, which has not come yet; else null. */
export function openCode(block: string): string | null {
  const found = /^(`{3,}|~{3,})[^\n]*\n/.exec(block);
  const [head, fence] = found ?? ['', ''];
  const code = block.slice(head.length);
  const isEnd = (line: string): boolean => fenceAfter(fence ?? '', line) === '';
  return head === '' || code.split('\n').some(isEnd) ? null : code;
}
