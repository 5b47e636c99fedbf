/** The live names as rows: what changed put in, found, sorted, and cut; pure. */

import type { Variable, Variables } from '../protocol.generated';
import type { IVariables } from './state';

/** Put in what is new or other, and take out what is gone. */
export function renew(before: IVariables | null, event: Variables): IVariables {
  const { changed, run, total } = event;
  if (event.isAll || before === null) {
    return { rows: changed, run, total };
  }
  if (changed.length === 0 && event.gone.length === 0) {
    return { rows: before.rows, run, total };
  }
  const gone = new Set(event.gone);
  const fresh = new Map(changed.map(one => [one.name, one]));
  const rows: Variable[] = [];
  for (const row of before.rows) {
    if (!gone.has(row.name)) {
      rows.push(fresh.get(row.name) ?? row);
      fresh.delete(row.name);
    }
  }
  return { rows: [...rows, ...fresh.values()], run, total };
}

/** By what rows can be sorted; each begins with what one looks for first. */
export type Order = 'name' | 'type' | 'changed';

/** Keep the *rows* in which every word of *text* stands: name, type, or value. */
export function found(
  rows: readonly Variable[],
  text: string
): readonly Variable[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return rows;
  }
  return rows.filter(({ name, type, size, value, label }) => {
    const all = `${name} ${type} ${size} ${value} ${label}`.toLowerCase();
    return words.every(word => all.includes(word));
  });
}

/** Sort *rows*, those that were changed last first; names in the order of letters. */
export function ordered(
  rows: readonly Variable[],
  order: Order
): readonly Variable[] {
  const byName = (one: Variable, other: Variable): number =>
    one.name < other.name ? -1 : Number(one.name > other.name);
  const by: Record<Order, (one: Variable, other: Variable) => number> = {
    name: byName,
    type: (one, other) =>
      one.type < other.type
        ? -1
        : Number(one.type > other.type) || byName(one, other),
    changed: (one, other) =>
      (other.changed ?? -1) - (one.changed ?? -1) || byName(one, other)
  };
  return [...rows].sort(by[order]);
}

/** A column as it is mentioned in a question; words that are no name in quotes. */
export function columnMention(name: string, column: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(column)
    ? `${name}.${column}`
    : `${name}[${JSON.stringify(column)}]`;
}

/** Put a mention of *name* behind *draft*. */
export function mentioned(draft: string, name: string): string {
  const gap = draft === '' || /\s$/.test(draft) ? '' : ' ';
  return `${draft}${gap}@${name} `;
}
