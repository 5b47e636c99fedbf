/** The separate changes of a replacement: found, picked one by one, and shown. */

import { diffArrays } from 'diff';

/** One stretch of lines that differs. */
export interface IHunk {
  /** Tells it from the others, also when the source has changed elsewhere. */
  readonly key: string;
  /** The index of its first line in the old source. */
  readonly start: number;
  readonly old: readonly string[];
  readonly fresh: readonly string[];
}

export type Verdict = 'accepted' | 'rejected';

/** What the user said of hunks, by their keys; the others are open. */
export type Verdicts = Readonly<Record<string, Verdict>>;

/** How far the user is with a change. */
export interface ITally {
  readonly all: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly open: number;
}

/** What is shown of a source: lines that stay, folded ones, and hunks. */
export type Part =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  | { readonly kind: 'gap'; readonly count: number }
  | { readonly kind: 'hunk'; readonly hunk: IHunk };

const CONTEXT = 3; // equal lines shown around a hunk
const TIME_LIMIT = 500; // milliseconds; then the whole source is one hunk

/** A line that belongs to what stands around it. */
const CLOSING = /^\s*[)\]}:,]+\s*$/;

/**
 * Find what differs, from the top.
 *
 * A line break at the end is a last, empty line, as an editor shows it.
 */
export function hunksOf(old: string, fresh: string): IHunk[] {
  const lines = old.split('\n');
  const seen = new Map<string, number>();
  return joined(stretches(lines, fresh.split('\n')), lines).map(one => {
    const gone = lines.slice(one.start, one.end);
    const name = `${gone.join('\n')}\0${one.fresh.join('\n')}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    const key = `${name}\0${count}`;
    return { key, start: one.start, old: gone, fresh: one.fresh };
  });
}

/** Give *old* with those of *hunks* that *isTaken* names. */
export function picked(
  old: string,
  hunks: readonly IHunk[],
  isTaken: (hunk: IHunk) => boolean
): string {
  const lines = old.split('\n');
  let made: readonly string[] = [];
  let at = 0;
  for (const hunk of hunks.filter(isTaken)) {
    made = made.concat(lines.slice(at, hunk.start), hunk.fresh);
    at = hunk.start + hunk.old.length;
  }
  return made.concat(lines.slice(at)).join('\n');
}

export function tally(hunks: readonly IHunk[], verdicts: Verdicts): ITally {
  const count = (verdict: Verdict | undefined): number =>
    hunks.filter(({ key }) => verdicts[key] === verdict).length;
  return {
    all: hunks.length,
    accepted: count('accepted'),
    rejected: count('rejected'),
    open: count(undefined)
  };
}

/**
 * Give the hunk *by* steps behind that with the key *from*, round the ends.
 *
 * Without *from* it is the first one, or the last one when going back.
 */
export function neighbour(
  hunks: readonly IHunk[],
  from: string,
  by: 1 | -1
): IHunk | null {
  const at = hunks.findIndex(({ key }) => key === from);
  const start = at < 0 && by < 0 ? 0 : at;
  const count = hunks.length;
  return hunks[(start + by + count) % Math.max(count, 1)] ?? null;
}

/** The hunk to look at next: the first open one from *from* on, else that one. */
export function nextOpen(
  hunks: readonly IHunk[],
  verdicts: Verdicts,
  from: string
): IHunk | null {
  const at = Math.max(
    hunks.findIndex(({ key }) => key === from),
    0
  );
  const order = [...hunks.slice(at), ...hunks.slice(0, at)];
  const open = order.find(({ key }) => verdicts[key] === undefined);
  return open ?? order[0] ?? null;
}

/** Give *old* as it is shown: its hunks with their neighbours, the rest folded. */
export function partsOf(old: string, hunks: readonly IHunk[]): Part[] {
  const lines = old.split('\n');
  const shown: Part[] = [];
  let at = 0;
  hunks.forEach((hunk, index) => {
    const head = index === 0 ? 0 : CONTEXT;
    shown.push(...folded(lines.slice(at, hunk.start), head, CONTEXT));
    shown.push({ kind: 'hunk', hunk });
    at = hunk.start + hunk.old.length;
  });
  const head = hunks.length === 0 ? 0 : CONTEXT;
  return [...shown, ...folded(lines.slice(at), head, 0)];
}

/** Let *source* end its lines as *base* does: a reply knows nothing of that. */
export function withEnds(base: string, source: string): string {
  const plain = source.replace(/\r\n?/g, '\n');
  const broken = base.split('\n').length - 1;
  const returned = base.split('\r\n').length - 1;
  const isReturned = returned > 0 && returned === broken;
  return isReturned ? plain.replace(/\n/g, '\r\n') : plain;
}

/** Give *source*, the code of a reply, with the empty lines that end *base*. */
export function fitted(base: string, source: string): string {
  const body = source.replace(/[\r\n]+$/, '');
  const end = /[\r\n]*$/.exec(base)?.[0] ?? '';
  return base.trim() === '' || body === ''
    ? withEnds(base, body)
    : withEnds(base, body) + end;
}

/** Lines from *start* up to *end* that make room for *fresh*. */
interface IStretch {
  readonly start: number;
  readonly end: number;
  readonly fresh: readonly string[];
}

function stretches(old: string[], fresh: string[]): IStretch[] {
  const parts = diffArrays(old, fresh, { timeout: TIME_LIMIT });
  if (parts === undefined) {
    return [{ start: 0, end: old.length, fresh }];
  }
  const found: IStretch[] = [];
  let at = 0;
  for (const { added, removed, value } of parts) {
    if (added || removed) {
      const gone = removed ? value.length : 0;
      const one = { start: at, end: at + gone, fresh: added ? value : [] };
      extend(found, one);
      at += gone;
    } else {
      at += value.length;
    }
  }
  return found;
}

/** Put *one* behind *found*, as one with the last if they touch. */
function extend(found: IStretch[], one: IStretch): void {
  const last = found[found.length - 1];
  if (last?.end === one.start) {
    const fresh = last.fresh.concat(one.fresh);
    found[found.length - 1] = { start: last.start, end: one.end, fresh };
  } else {
    found.push(one);
  }
}

/** Take together what only a closing bracket keeps apart. */
function joined(all: readonly IStretch[], old: readonly string[]): IStretch[] {
  const made: IStretch[] = [];
  for (const one of all) {
    const last = made[made.length - 1];
    const between = last ? old.slice(last.end, one.start) : [];
    if (last && between.length === 1 && CLOSING.test(between[0] ?? '')) {
      const fresh = last.fresh.concat(between, one.fresh);
      made[made.length - 1] = { start: last.start, end: one.end, fresh };
    } else {
      made.push(one);
    }
  }
  return made;
}

function folded(lines: readonly string[], head: number, tail: number): Part[] {
  const hidden = lines.length - head - tail;
  if (hidden <= 1) {
    return lines.length === 0 ? [] : [{ kind: 'same', lines }];
  }
  const parts: Part[] = [
    { kind: 'same', lines: lines.slice(0, head) },
    { kind: 'gap', count: hidden },
    { kind: 'same', lines: lines.slice(lines.length - tail) }
  ];
  return parts.filter(part => part.kind !== 'same' || part.lines.length > 0);
}
