/** Which rows of a long list are drawn, and what stays in place while they are. */

import { Heights, type IRange, WHOLE } from './rows';

const NEAR = 40; // pixels from the end that still count as being there
const MARGIN = 800; // pixels above and below the view that are drawn, too
const UNKNOWN = 220; // pixels that a message is given of which nothing is known

/** What a list shows: the rows that the page holds, the last of *count*. */
export interface IRows {
  /** One for each row that the page holds, by which it is known again. */
  readonly keys: readonly string[];
  /** How many rows stand before them that the page does not hold. */
  readonly before: number;
  readonly guess: (index: number) => number;
}

interface IAnchor {
  readonly key: string;
  /** Pixels from the top of the view to that of the row. */
  readonly delta: number;
}

/**
 * Draws the rows in and around the view, and holds the reader's place.
 *
 * At the end the end stays in view, however it grows, until the user scrolls away
 * from it. Elsewhere the first row in view stays where it is: rows above it that get
 * another height, by being drawn for the first time, do not move it.
 */
export class Scroller {
  range: IRange = { first: 0, last: -1 };
  isAtEnd = true;
  private rows: IRows = { keys: [], before: 0, guess: () => UNKNOWN };
  private heights = new Heights([]);
  private places = new Map<string, number>();
  private readonly known = new Map<string, number>();
  private anchor: IAnchor | null = null;
  private sought: number | null = null;
  private lastTop = 0;
  private most = 0; // the largest lastTop there could be
  private size = '';
  private box: HTMLElement | null = null;
  private readonly watched = new Set<Element>();
  private watcher: ResizeObserver | null = null;

  /** *onChange* is called when other rows are to be drawn, or the end was left. */
  constructor(private readonly onChange: () => void) {}

  get count(): number {
    return this.heights.count;
  }

  /** The pixels that the rows from *from* on and before *to* take. */
  gap(from: number, to: number): number {
    return this.heights.top(to) - this.heights.top(from);
  }

  /** How many rows before those that the page holds are to be drawn. */
  get missing(): number {
    const { before } = this.rows;
    const first = this.sought ?? this.heights.at(this.top() - MARGIN);
    return before === 0 ? 0 : Math.max(0, before - first);
  }

  /** Where the row *key* stands; -1 where there is none. */
  place(key: string): number {
    return this.places.get(key) ?? -1;
  }

  /** The first row in view. */
  get current(): number {
    const found = this.anchor === null ? -1 : this.place(this.anchor.key);
    return found >= 0 ? found : this.heights.at(this.top());
  }

  /** Take in which rows there are; costs nothing where they are the same. */
  take(rows: IRows): void {
    const old = this.rows;
    this.rows = rows;
    if (rows === old) {
      return;
    }
    if (rows.before !== old.before || !isSame(rows.keys, old.keys)) {
      this.lay();
    }
  }

  private lay(): void {
    const { keys, before, guess } = this.rows;
    this.places = new Map(keys.map((key, index) => [key, before + index]));
    const sizes = keys.map((key, index) => this.known.get(key) ?? guess(index));
    const older = new Array<number>(before).fill(UNKNOWN);
    this.heights = new Heights([...older, ...sizes]);
    this.find();
    this.range = this.wanted();
  }

  attach(box: HTMLElement): void {
    this.box = box;
    this.watcher = new ResizeObserver(() => this.settle());
    this.watcher.observe(box);
  }

  detach(): void {
    this.watcher?.disconnect();
    this.watched.clear();
    this.watcher = this.box = null;
  }

  /** The rows were drawn: measure them, and hold the place. */
  drawn(): void {
    const nodes = this.nodes();
    const there = new Set<Element>(nodes);
    for (const node of this.watched) {
      if (!there.has(node)) {
        this.watcher?.unobserve(node);
        this.watched.delete(node);
      }
    }
    for (const node of nodes) {
      if (!this.watched.has(node)) {
        this.watcher?.observe(node);
        this.watched.add(node);
      }
    }
    this.settle();
  }

  /** The user scrolled, or it was done here. */
  scrolled(): void {
    if (this.hasMoved()) {
      this.refresh();
    }
  }

  /** Take in where the view is; tells whether somebody else has moved it. */
  private hasMoved(): boolean {
    const box = this.shown;
    if (box === null || this.count === 0) {
      return false;
    }
    const moved = box.scrollTop - this.lastTop;
    if (Math.abs(moved) < 1) {
      return false;
    }
    this.lastTop = box.scrollTop;
    if (this.hasShrunk(box, moved)) {
      return false;
    }
    this.follow(isNearEnd(box) || (this.isAtEnd && moved > 0));
    if (!this.isAtEnd) {
      this.shift(moved);
    }
    this.anchor = this.look();
    return true;
  }

  /** Tell whether the browser moved it up, as less than the view is left below. */
  private hasShrunk(box: HTMLElement, moved: number): boolean {
    const most = box.scrollHeight - box.clientHeight;
    return moved < 0 && box.scrollTop > most - 1 && most < this.most;
  }

  /** Move the anchor along; rows may have grown since they were measured. */
  private shift(moved: number): void {
    if (this.anchor !== null) {
      const { key, delta } = this.anchor;
      this.anchor = { key, delta: delta - moved };
      this.hold();
    }
  }

  toEnd(): void {
    this.sought = null;
    this.size = '';
    this.follow(true);
    this.refresh();
    this.settle();
  }

  /** Bring row *index* to the top of the view, as soon as the page holds it. */
  toRow(index: number): void {
    this.sought = index;
    this.find();
    this.refresh();
    this.settle();
  }

  /** The drawn row *key*; null where it is not drawn. */
  node(key: string): HTMLElement | null {
    return this.nodes().find(node => node.dataset['row'] === key) ?? null;
  }

  /** The box while it is to be seen: a hidden one tells nothing of its place. */
  private get shown(): HTMLElement | null {
    return (this.box?.clientHeight ?? 0) > 0 ? this.box : null;
  }

  private find(): void {
    const index = this.sought;
    const key = this.rows.keys[(index ?? -1) - this.rows.before];
    if (index !== null && key !== undefined) {
      this.hasMoved();
      this.sought = null;
      this.anchor = { key, delta: 0 };
      this.follow(false);
    }
  }

  private follow(isAtEnd: boolean): void {
    if (isAtEnd !== this.isAtEnd) {
      this.isAtEnd = isAtEnd;
      this.onChange();
    }
  }

  private nodes(): HTMLElement[] {
    const found = this.box?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    return [...found];
  }

  /** Note what the drawn rows measure, hold the place, and draw what is needed. */
  private settle(): void {
    // A move is told a moment later than it was made, and must not be undone.
    this.hasMoved();
    for (const node of this.nodes()) {
      const key = node.dataset['row'] ?? '';
      const index = this.place(key);
      const height = node.getBoundingClientRect().height;
      if (index >= 0 && height > 0) {
        this.known.set(key, height);
        if (Math.abs(height - this.heights.size(index)) > 0.5) {
          this.heights.set(index, height);
        }
      }
    }
    this.hold();
    this.refresh();
  }

  private hold(): void {
    const box = this.shown;
    this.isAtEnd ||= this.count === 0;
    if (box === null || this.count === 0) {
      return;
    }
    const size = `${box.scrollHeight} ${box.clientHeight}`;
    if (!this.isAtEnd) {
      this.holdRow(box);
    } else if (size !== this.size) {
      // Near the end is left alone until something grows.
      box.scrollTop = box.scrollHeight;
    }
    this.size = size;
    this.lastTop = box.scrollTop;
    this.most = box.scrollHeight - box.clientHeight;
  }

  private holdRow(box: HTMLElement): void {
    const { key, delta } = this.anchor ?? { key: '', delta: 0 };
    const node = this.node(key);
    const move = node === null ? 0 : offset(node, box) - delta;
    if (Math.abs(move) > 0.5) {
      box.scrollTop += move;
    }
  }

  /** The first drawn row in view. */
  private look(): IAnchor | null {
    const { box } = this;
    if (box === null) {
      return null;
    }
    const isReached = (node: HTMLElement): boolean =>
      offset(node, box) + node.offsetHeight > 0;
    const node = this.nodes().find(isReached);
    const delta = node === undefined ? Infinity : offset(node, box);
    return delta < box.clientHeight
      ? { key: node?.dataset['row'] ?? '', delta }
      : null;
  }

  private refresh(): void {
    const { first, last } = this.wanted();
    if (first !== this.range.first || last !== this.range.last) {
      this.range = { first, last };
      this.onChange();
    }
  }

  /** Where the view begins, in pixels from the first row. */
  private top(): number {
    const { box, heights } = this;
    if (this.isAtEnd) {
      return heights.total - (box?.clientHeight ?? 0);
    }
    const { key, delta } = this.anchor ?? { key: '', delta: 0 };
    const place = this.place(key);
    return place >= 0 ? heights.top(place) - delta : (box?.scrollTop ?? 0);
  }

  private wanted(): IRange {
    const { before } = this.rows;
    if (this.count <= WHOLE) {
      return { first: before, last: this.count - 1 };
    }
    const top = this.top();
    const view = this.box?.clientHeight ?? 0;
    return {
      first: Math.max(before, this.heights.at(top - MARGIN)),
      last: this.heights.at(top + view + MARGIN)
    };
  }
}

function isNearEnd(box: HTMLElement): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
}

function offset(node: HTMLElement, box: HTMLElement): number {
  return node.getBoundingClientRect().top - box.getBoundingClientRect().top;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length === other.length && one.every((key, at) => key === other[at])
  );
}
