/** Marks words on the page without touching it, by the browser's own highlights. */

import { type IHit, occurrences } from './search';

const ALL = 'jupyter-ctx-found';
const NOW = 'jupyter-ctx-found-now';
const TEXTS =
  '.jupyter-ctx-prompt-text, .jupyter-ctx-reply > .jupyter-ctx-content';

/** Mark *words* in the messages below *box*, and *now* in another colour. */
export function mark(box: HTMLElement, words: string, now?: IHit): void {
  if (typeof Highlight === 'undefined') {
    return; // an older browser: the message is shown, its words are not marked
  }
  const [all, one] = [new Highlight(), new Highlight()];
  // What is on top counts where two overlap.
  one.priority = 1;
  const rows = words.trim() === '' ? [] : rowsOf(box);
  for (const row of rows) {
    const ranges = rangesIn(row, words.toLowerCase());
    ranges.forEach(range => all.add(range));
    const shown = isOf(row, now) ? rangeAt(ranges, now?.nth ?? 0) : undefined;
    if (shown !== undefined) {
      one.add(shown);
      reveal(shown, box);
    }
  }
  CSS.highlights.set(ALL, all);
  CSS.highlights.set(NOW, one);
}

function isOf(row: HTMLElement, hit: IHit | undefined): boolean {
  const place = row.querySelector('article')?.getAttribute('aria-posinset');
  return hit !== undefined && Number(place) === hit.index + 1;
}

/** Range *nth*, or the last: Markdown shows fewer places than its source has. */
function rangeAt(ranges: readonly Range[], nth: number): Range | undefined {
  return ranges[Math.min(nth, ranges.length - 1)];
}

/** Take all marks away. */
export function clear(): void {
  if (typeof Highlight !== 'undefined') {
    CSS.highlights.delete(ALL);
    CSS.highlights.delete(NOW);
  }
}

function rowsOf(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('[data-row]')];
}

function rangesIn(row: HTMLElement, wanted: string): Range[] {
  return [...row.querySelectorAll(TEXTS)].flatMap(part => {
    const nodes = textsIn(part);
    const text = nodes
      .map(node => node.data)
      .join('')
      .toLowerCase();
    return occurrences(text, wanted).map(at =>
      rangeOf(nodes, at, at + wanted.length)
    );
  });
}

function textsIn(part: Element): Text[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT, node =>
    node.parentElement?.closest('.jupyter-ctx-code-tools')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT
  );
  const found: Text[] = [];
  while (walker.nextNode() !== null) {
    found.push(walker.currentNode as Text);
  }
  return found;
}

/** The range from *start* to *end* of the texts of *nodes*, put together. */
function rangeOf(nodes: readonly Text[], start: number, end: number): Range {
  const range = document.createRange();
  let before = 0;
  for (const node of nodes) {
    const after = before + node.length;
    if (before <= start && start < after) {
      range.setStart(node, start - before);
    }
    if (before < end && end <= after) {
      range.setEnd(node, end - before);
      break;
    }
    before = after;
  }
  return range;
}

let shownLast: { readonly node: Node; readonly at: number } | null = null;

/** Scroll to *range* once: a message may be longer than the view. */
function reveal(range: Range, box: HTMLElement): void {
  const place = { node: range.startContainer, at: range.startOffset };
  if (shownLast?.node === place.node && shownLast.at === place.at) {
    return;
  }
  shownLast = place;
  const [seen, view] = [
    range.getBoundingClientRect(),
    box.getBoundingClientRect()
  ];
  if (seen.top < view.top || seen.bottom > view.bottom) {
    box.scrollTop += seen.top - view.top - view.height / 3;
  }
}
