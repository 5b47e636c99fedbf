/** Replacements of a cell's source: what they change, and whether they still fit. */

import { applyPatch, diffLines, structuredPatch } from 'diff';

import { fill, uncover } from './masks';

/** Put *text* in place of what is between *start* and *end*. */
export interface ISplice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const CONTEXT = 3; // equal lines that must be around a change
const TIME_LIMIT = 500; // milliseconds; then the whole source counts as changed

/**
 * Give what *current* becomes by a replacement that was made for *base*.
 *
 * Null where *current* is not *base* any more, apart from the secrets that were
 * masked in it; those are put back.
 */
export function patched(
  current: string,
  base: string,
  source: string
): string | null {
  if (current === source) {
    return source;
  }
  const secrets = uncover(base, current);
  return secrets === null ? null : fill(source, secrets, current);
}

/**
 * Make the change from *base* to *source* in *current*, which has changed too.
 *
 * Each changed line must be found with its neighbours as they were; null where
 * one is not.
 */
export function merged(
  current: string,
  base: string,
  source: string
): string | null {
  // A last line without its end would only match at the end.
  const [old, fresh] = [`${base}\n`, `${source}\n`];
  const patch = structuredPatch('', '', old, fresh, '', '', {
    context: CONTEXT
  });
  const made = applyPatch(`${current}\n`, patch, {
    autoConvertLineEndings: false
  });
  return made === false ? null : fill(made.slice(0, -1), new Map(), current);
}

/** Give the fewest splices that make *old* into *fresh*, the last one first. */
export function splices(old: string, fresh: string): ISplice[] {
  const found: ISplice[] = [];
  let at = 0;
  let pending: ISplice | null = null;
  for (const part of changes(old, fresh)) {
    if (part.kind === 'same') {
      found.push(...(pending === null ? [] : [trimmed(old, pending)]));
      pending = null;
      at += part.text.length;
      continue;
    }
    const one: ISplice = pending ?? { start: at, end: at, text: '' };
    at += part.kind === 'old' ? part.text.length : 0;
    pending = {
      start: one.start,
      end: at,
      text: part.kind === 'new' ? one.text + part.text : one.text
    };
  }
  found.push(...(pending === null ? [] : [trimmed(old, pending)]));
  return found.reverse();
}

interface IPart {
  readonly kind: 'same' | 'old' | 'new';
  readonly text: string;
}

function changes(old: string, fresh: string): IPart[] {
  const found = diffLines(old, fresh, { timeout: TIME_LIMIT });
  if (found === undefined) {
    return [
      { kind: 'old', text: old },
      { kind: 'new', text: fresh }
    ];
  }
  return found.map(part => ({
    kind: part.added ? 'new' : part.removed ? 'old' : 'same',
    text: part.value
  }));
}

/** Leave out what both ends share, but never half of a surrogate pair. */
function trimmed(old: string, { start, end, text }: ISplice): ISplice {
  const gone = old.slice(start, end);
  const most = Math.min(gone.length, text.length);
  let head = 0;
  while (head < most && gone[head] === text[head]) {
    head += 1;
  }
  head -= isHigh(gone.charCodeAt(head - 1)) ? 1 : 0;
  let tail = 0;
  while (tail < most - head && last(gone, tail) === last(text, tail)) {
    tail += 1;
  }
  tail -= isLow(gone.charCodeAt(gone.length - tail)) ? 1 : 0;
  return {
    start: start + head,
    end: end - tail,
    text: text.slice(head, text.length - tail)
  };
}

function last(text: string, tail: number): string | undefined {
  return text[text.length - 1 - tail];
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
