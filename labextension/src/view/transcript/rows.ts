/** Where the rows of a long list stand, by heights measured or guessed; pure. */

/** Rows of a list that need no guess: all of them are drawn. */
export const WHOLE = 40;

/** Heights of rows in pixels; finding a place costs the logarithm of their number. */
export class Heights {
  private readonly sizes: Float64Array;
  /** A Fenwick tree: node i holds the sum of the `i & -i` rows that end with row i. */
  private readonly sums: Float64Array;

  constructor(sizes: readonly number[]) {
    this.sizes = Float64Array.from(sizes);
    this.sums = new Float64Array(sizes.length + 1);
    for (let node = 1; node <= sizes.length; node++) {
      this.grow(node, this.size(node - 1));
      const above = node + (node & -node);
      if (above <= sizes.length) {
        this.grow(above, this.sum(node));
      }
    }
  }

  get count(): number {
    return this.sizes.length;
  }

  get total(): number {
    return this.top(this.count);
  }

  size(index: number): number {
    return this.sizes[index] ?? 0;
  }

  set(index: number, size: number): void {
    const more = size - this.size(index);
    this.sizes[index] = size;
    for (let node = index + 1; node <= this.count; node += node & -node) {
      this.grow(node, more);
    }
  }

  /** How far from the top of the list row *index* begins. */
  top(index: number): number {
    let sum = 0;
    for (
      let node = Math.min(index, this.count);
      node > 0;
      node -= node & -node
    ) {
      sum += this.sum(node);
    }
    return sum;
  }

  /** The row that stands *y* pixels from the top; the first or last beyond them. */
  at(y: number): number {
    let [index, rest] = [0, y];
    for (let step = 2 ** 30; step > 0; step >>= 1) {
      const next = index + step;
      if (next < this.count && this.sum(next) <= rest) {
        index = next;
        rest -= this.sum(next);
      }
    }
    return index;
  }

  private sum(node: number): number {
    return this.sums[node] ?? 0;
  }

  private grow(node: number, more: number): void {
    this.sums[node] = this.sum(node) + more;
  }
}

/** Rows that are drawn, both ends included; none where *last* is before *first*. */
export interface IRange {
  readonly first: number;
  readonly last: number;
}

/** One row, or a gap as high as the rows from *from* on and before *to*. */
export type Segment =
  { readonly row: number } | { readonly from: number; readonly to: number };

/** What a list of *count* rows holds: those of *range* and *kept*, and gaps. */
export function segments(
  range: IRange,
  kept: readonly number[],
  count: number
): Segment[] {
  const others = kept.filter(row => row >= 0 && row < count);
  const rows = new Set(others);
  for (let row = range.first; row <= range.last && row < count; row++) {
    rows.add(row);
  }
  const made: Segment[] = [];
  let next = 0;
  for (const row of [...rows].sort((one, other) => one - other)) {
    if (row > next) {
      made.push({ from: next, to: row });
    }
    made.push({ row });
    next = row + 1;
  }
  return next < count ? [...made, { from: next, to: count }] : made;
}

/** How high a message is likely to be, before it was drawn once. */
export function guess(prompt: string, reply: string): number {
  return BARE + LINE * (Math.min(12, lines(prompt)) + lines(reply));
}

const BARE = 96; // pixels of a message beside its text
const LINE = 20; // pixels
const WIDE = 48; // characters in a line of a usual sidebar
const GUESSED = 40_000; // characters that are looked at

function lines(text: string): number {
  return text
    .slice(0, GUESSED)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / WIDE)), 0);
}
