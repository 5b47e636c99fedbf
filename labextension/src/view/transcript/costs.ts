/** What replies cost, in words; pure. */

import type { Reply, Spent } from '../../protocol.generated';

import { figure, type Trans } from '../sentences';

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
    costOf(reply, trans)
  ];
  return parts.filter(part => part !== '').join(' · ');
}

/** What the whole conversation cost; empty before anything was sent. */
export function totalLine(spent: Spent, trans: Trans): string {
  if (spent.tokens === 0) {
    return '';
  }
  const [sent, back] = [figure(spent.tokens), figure(spent.answered)];
  const line =
    spent.unreported > 0
      ? trans._n(
          'in all %2 tokens sent, %3 received, and %1 call of unknown size',
          'in all %2 tokens sent, %3 received, and %1 calls of unknown size',
          spent.unreported,
          sent,
          back
        )
      : trans.__('in all %1 tokens sent, %2 received', sent, back);
  const cost = costOf(spent, trans);
  return cost ? `${line} · ${cost}` : line;
}

/** Whether the model told what *reply* took: an answer is never of no token. */
export function isTold(reply: Reply): boolean {
  return reply.answered > 0;
}

interface ICost {
  readonly cost: number | null;
  readonly unpriced: number;
}

/** Money, and what is not in it; empty where no price is known at all. */
export function costOf({ cost, unpriced }: ICost, trans: Trans): string {
  if (!isKnown(cost)) {
    return '';
  }
  return unpriced > 0
    ? trans._n(
        '%2 and %1 call of unknown price',
        '%2 and %1 calls of unknown price',
        unpriced,
        money(cost)
      )
    : money(cost);
}

function isKnown(cost: number | null | undefined): cost is number {
  // A kernel side of an older version says nothing of it.
  return cost !== null && cost !== undefined;
}
