/** Markdown that grows, cut where what stands before a cut stays as it is; pure. */

const FENCE = /^[ \t]*(?:[-*+>]|\d+[.)])?[ \t>]*(`{3,}|~{3,})/;
const LIST = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
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
  let [block, fence, isList, wasBlank] = ['', '', false, false];
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const isBlank = line.trim() === '';
    if (wasBlank && !isBlank && fence === '' && mayCut(line, isList)) {
      made.push(block);
      [block, isList] = ['', false];
    }
    block += line;
    fence = fenceAfter(fence, line);
    isList ||= LIST.test(line);
    wasBlank = isBlank;
  }
  return block === '' ? made : [...made, block];
}

function mayCut(line: string, isList: boolean): boolean {
  return !/^[ \t]/.test(line) && !(isList && LIST.test(line));
}

/** The fence of code that is open after *line*; empty for none. */
function fenceAfter(open: string, line: string): string {
  if (open === '') {
    return FENCE.exec(line)?.[1] ?? '';
  }
  const bare = line.trim().replace(/^(?:>[ \t]*)+/, '');
  const isEnd = bare.startsWith(open) && bare === open[0]!.repeat(bare.length);
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
  if (found === null) {
    return null;
  }
  const code = block.slice(found[0].length);
  const lines = code.split('\n');
  return lines.some(line => fenceAfter(found[1]!, line) === '') ? null : code;
}
