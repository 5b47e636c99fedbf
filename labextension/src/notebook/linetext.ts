/** How one line of a diff is shown: what differs in it set off, what is long cut. */

import { splices } from './patch';

/** A stretch of a line. */
export interface ISpan {
  readonly text: string;
  /** It is not in the line that this one stands against. */
  readonly isMarked: boolean;
  /** So many characters are not shown; the text says so. */
  readonly cut: number;
}

const HEAD = 240; // characters kept of a long stretch, at its start
const TAIL = 80; // and at its end
const NOISE = 0.7; // of a line; where more differs, marks tell nothing

/** Give the stretches of *text*, which stands against *other*; null for none. */
export function spans(text: string, other: string | null): readonly ISpan[] {
  const [plain, against] = [bare(text), other === null ? null : bare(other)];
  const end = ending(text, other);
  const tail = end === '' ? [] : [{ text: end, isMarked: true, cut: 0 }];
  return [...inner(plain, against), ...tail].filter(
    span => span.text !== '' || span.cut > 0
  );
}

function inner(text: string, other: string | null): readonly ISpan[] {
  const change = other === null ? undefined : splices(text, other)[0];
  const length = change ? change.end - change.start : 0;
  if (change === undefined || length > text.length * NOISE) {
    return cut(text, false);
  }
  return [
    ...cut(text.slice(0, change.start), false),
    ...cut(text.slice(change.start, change.end), true),
    ...cut(text.slice(change.end), false)
  ];
}

/** Give *text* in one span, or its two ends with a gap between. */
function cut(text: string, isMarked: boolean): readonly ISpan[] {
  const gone = text.length - HEAD - TAIL;
  if (gone <= TAIL) {
    return [{ text, isMarked, cut: 0 }];
  }
  // Never half of a surrogate pair.
  const head = whole(text, HEAD);
  const tail = whole(text, text.length - TAIL);
  return [
    { text: text.slice(0, head), isMarked, cut: 0 },
    { text: '', isMarked, cut: tail - head },
    { text: text.slice(tail), isMarked, cut: 0 }
  ];
}

function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}

/** A line as editors show it. */
function bare(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

/** A sign for a line break that alone, or too, is another one. */
function ending(text: string, other: string | null): string {
  const isReturned = text.endsWith('\r');
  return other !== null && isReturned && !other.endsWith('\r') ? '␍' : '';
}
