/** What replies cost, in words; pure. */

import type { Reply, Spent } from '../protocol.generated';

import { figure, type Trans } from './sentences';

/** US dollars as people read them: small ones keep two figures that count. */
export function money(cost: number): string {
  if (cost === 0) {
    return '$0';
  }
  return cost < 0.01 ? `$${cost.toPrecision(2)}` : `$${cost.toFixed(2)}`;
}

/** What came back for *reply*, and what it cost; empty where neither is known. */
export function costLine(reply: Reply, trans: Trans): string {
  const parts = [
    reply.answered > 0 ? trans.__('%1 received', figure(reply.answered)) : '',
    isKnown(reply.cost) ? money(reply.cost) : ''
  ];
  return parts.filter(part => part !== '').join(' · ');
}

/** What the whole conversation cost; empty before anything was sent. */
export function totalLine(spent: Spent, trans: Trans): string {
  if (spent.tokens === 0) {
    return '';
  }
  const [sent, back] = [figure(spent.tokens), figure(spent.answered)];
  const line = trans.__('in all %1 tokens sent, %2 received', sent, back);
  return isKnown(spent.cost) ? `${line} · ${money(spent.cost)}` : line;
}

function isKnown(cost: number | null | undefined): cost is number {
  // A kernel side of an older version says nothing of it.
  return cost !== null && cost !== undefined;
}
