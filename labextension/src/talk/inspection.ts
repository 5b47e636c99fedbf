/** What would be sent, in figures: groups, areas, costs, rows found and sorted; pure. */

import type { Context, Item } from '../protocol.generated';

/** What items belong together, in the order in which they are sent. */
export const GROUPS = [
  'rules',
  'conversation',
  'question',
  'cells',
  'variables',
  'outputs',
  'errors',
  'project'
] as const;

export type Group = (typeof GROUPS)[number];

const GROUP_OF: Readonly<Record<string, Group>> = {
  rules: 'rules',
  memory: 'rules',
  instructions: 'rules',
  kernel: 'rules',
  turn: 'conversation',
  history: 'conversation',
  question: 'question',
  cell: 'cells',
  definition: 'cells',
  import: 'cells',
  change: 'cells',
  focus: 'cells',
  variable: 'variables',
  var: 'variables',
  card: 'variables',
  names: 'variables',
  output: 'outputs',
  picture: 'outputs',
  error: 'errors',
  stale: 'errors'
};

export function groupOf(kind: string): Group {
  return GROUP_OF[kind] ?? 'project';
}

/** An item with a key: an id may stand twice, as sent before and as it is now. */
export interface IRow {
  readonly key: string;
  readonly item: Item;
}

export function keyed(items: readonly Item[]): readonly IRow[] {
  const seen = new Map<string, number>();
  return items.map(item => {
    const number = seen.get(item.id) ?? 0;
    seen.set(item.id, number + 1);
    return { key: number === 0 ? item.id : `${item.id} ${number}`, item };
  });
}

export type ItemOrder = 'sent' | 'tokens' | 'kind';

/** The *rows* in another order; equal ones stay as they are sent. */
export function inOrder(
  rows: readonly IRow[],
  order: ItemOrder
): readonly IRow[] {
  const place = ({ item }: IRow): number => GROUPS.indexOf(groupOf(item.kind));
  switch (order) {
    case 'sent':
      return rows;
    case 'tokens':
      return [...rows].sort((a, b) => b.item.tokens - a.item.tokens);
    case 'kind':
      return [...rows].sort((a, b) => place(a) - place(b));
  }
}

export type Only = 'all' | 'news' | 'kept' | 'masked';

/** The *rows* in which every word of *text* stands, and *only* those of one kind. */
export function matching(
  rows: readonly IRow[],
  text: string,
  only: Only,
  name: (item: Item) => string
): readonly IRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ item }) => {
    const { id, kind, fidelity, why } = item;
    const all = `${name(item)} ${id} ${kind} ${fidelity} ${why}`.toLowerCase();
    return isOf(item, only) && words.every(word => all.includes(word));
  });
}

function isOf(item: Item, only: Only): boolean {
  switch (only) {
    case 'all':
      return true;
    case 'news':
      return item.news !== '';
    case 'kept':
      return item.kept !== '';
    case 'masked':
      return item.masked.length > 0;
  }
}

/** US dollars for *tokens* at *price* a million; null where no price is known. */
export function costOf(tokens: number, price: number | null): number | null {
  return price === null ? null : (tokens * price) / 1_000_000;
}

/** What the request costs by the price list; what a cache may hold at its price. */
export function estimate(context: Context): number | null {
  const { tokens, tools, price, cachedPrice, last } = context;
  const full = costOf(tokens + tools, price);
  const covered = last?.isWarm === true ? last.covered : 0;
  if (full === null || price === null || cachedPrice === null) {
    return full;
  }
  return full - (covered * (price - cachedPrice)) / 1_000_000;
}

/** One group of what is sent: its items with tokens, the largest first. */
export interface IPart {
  readonly group: Group;
  readonly tokens: number;
  readonly rows: readonly IRow[];
}

/** Group *rows*; what takes no tokens has no area. */
export function parts(rows: readonly IRow[]): readonly IPart[] {
  return GROUPS.map(group => {
    const own = rows.filter(
      ({ item }) => groupOf(item.kind) === group && item.tokens > 0
    );
    const tokens = own.reduce((sum, { item }) => sum + item.tokens, 0);
    return { group, tokens, rows: inOrder(own, 'tokens') };
  }).filter(part => part.tokens > 0);
}

/** A rectangle, in shares of the picture. */
export interface IBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Cut *box* into one part for each of *sizes*, halving along its longer side. */
export function squares(sizes: readonly number[], box: IBox): readonly IBox[] {
  if (sizes.length <= 1) {
    return sizes.length === 1 ? [box] : [];
  }
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let half = 0;
  let cut = 0;
  for (const size of sizes.slice(0, -1)) {
    if (cut > 0 && half + size > total / 2) {
      break;
    }
    half += size;
    cut += 1;
  }
  const share = total > 0 ? half / total : 0.5;
  const [first, rest] = halves(box, share);
  return [
    ...squares(sizes.slice(0, cut), first),
    ...squares(sizes.slice(cut), rest)
  ];
}

function halves(box: IBox, share: number): readonly [IBox, IBox] {
  const { x, y, width, height } = box;
  if (width >= height) {
    const cut = width * share;
    return [
      { x, y, width: cut, height },
      { x: x + cut, y, width: width - cut, height }
    ];
  }
  const cut = height * share;
  return [
    { x, y, width, height: cut },
    { x, y: y + cut, width, height: height - cut }
  ];
}

/** A secret that is masked, and the keys of the rows in which it stands. */
export interface IMasked {
  readonly secret: string;
  readonly rows: readonly IRow[];
}

/** Where what is masked stands; nowhere known: in what was said before. */
export function masked(context: Context): readonly IMasked[] {
  const rows = keyed(context.items);
  return context.masked.map(secret => ({
    secret,
    rows: rows.filter(({ item }) => item.masked.includes(secret))
  }));
}

/** What is copied as JSON: all but the numbers of the wire. */
export function asJson(context: Context): string {
  const rest: Partial<Context> = { ...context };
  delete rest.type;
  delete rest.seq;
  delete rest.requestId;
  return JSON.stringify(rest, null, 1);
}

/** What is copied as text: one line an item, then what is left out. */
export function asText(context: Context, name: (item: Item) => string): string {
  const line = (item: Item): string =>
    [item.tokens, item.fidelity, name(item), item.why].join('\t');
  const lines = [
    `${context.tokens} of ${context.budget} tokens, ${context.model}`,
    ...context.items.map(line),
    `${context.between}\tbetween the items`
  ];
  if (context.leftOut.length > 0) {
    lines.push('', 'left out', ...context.leftOut.map(line));
  }
  return lines.join('\n');
}
