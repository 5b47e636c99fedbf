/** Tokens and cost: of the next message, of the last reply, of each, and in all. */

import * as React from 'react';

import { estimate } from '../../talk/inspection';
import type { Context, Reply, Turn } from '../../protocol.generated';
import type { IState } from '../../talk/state';
import { useSurroundings } from '../common';
import { costOf, isTold, money, totalLine } from '../transcript/costs';
import { figure, meter, type Trans } from '../sentences';

import { rate } from './names';

/** What the next message takes, before it is sent. */
export function Before({
  context
}: {
  readonly context: Context;
}): React.ReactElement {
  const { trans } = useSurroundings();
  const to = context.model || trans.__('no model');
  return (
    <div className="jupyter-ctx-usage">
      <Bar used={context.tokens} most={context.budget} />
      <p className="jupyter-ctx-remark">
        {trans.__('To %1 · %2', to, meter(context, trans))}
      </p>
      <p className="jupyter-ctx-remark">{before(context, trans)}</p>
      {context.tools > 0 && (
        <p className="jupyter-ctx-remark">
          {trans.__(
            'And %1 tokens for the form in which choices are offered.',
            figure(context.tools)
          )}
        </p>
      )}
    </div>
  );
}

/** What was sent and received: last, for each message, and in all. */
export function After({
  state
}: {
  readonly state: IState;
}): React.ReactElement | null {
  const { trans } = useSurroundings();
  const replies = state.turns.flatMap(({ reply }) =>
    reply !== null && reply.tokens > 0 ? [reply] : []
  );
  const last = replies[replies.length - 1];
  const total = totalLine(state.history.spent, trans);
  return last === undefined ? null : (
    <>
      <p className="jupyter-ctx-remark">{after(last, trans)}</p>
      {total && (
        <p className="jupyter-ctx-remark">
          {trans.__('This conversation: %1', total)}
        </p>
      )}
      <PerMessage state={state} />
    </>
  );
}

/** How full the budget is; the words below say the same. */
function Bar({
  used,
  most
}: {
  readonly used: number;
  readonly most: number;
}): React.ReactElement {
  const share = Math.min(100, (100 * used) / Math.max(1, most));
  return (
    <div className="jupyter-ctx-amount" aria-hidden="true">
      <span style={{ width: `${share}%` }} />
    </div>
  );
}

/** What sending costs, as far as the price list tells. */
function before(context: Context, trans: Trans): string {
  const cost = estimate(context);
  if (cost === null) {
    return trans.__('The price of this model is not known.');
  }
  return cost === 0
    ? trans.__('Sending is free.')
    : trans.__(
        'Sending costs about %1 (%2); the answer comes on top (%3).',
        money(cost),
        rate(context.price, trans),
        rate(context.outputPrice, trans)
      );
}

function after(reply: Reply, trans: Trans): string {
  if (!isTold(reply)) {
    return trans.__(
      'Last reply: %1 tokens sent by our count; the model told none',
      figure(reply.tokens)
    );
  }
  return trans.__(
    'Last reply: %1 tokens sent, %2 read from a cache, %3 received · %4',
    figure(reply.tokens),
    figure(reply.cached),
    figure(reply.answered),
    costOf(reply, trans) || trans.__('price not known')
  );
}

function PerMessage({ state }: { readonly state: IState }): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <details>
      <summary>{trans.__('Each message')}</summary>
      <table className="jupyter-ctx-items">
        <thead>
          <tr>
            <th scope="col">{trans.__('Message')}</th>
            <th scope="col">{trans.__('Sent')}</th>
            <th scope="col">{trans.__('Cached')}</th>
            <th scope="col">{trans.__('Received')}</th>
            <th scope="col">{trans.__('Cost')}</th>
          </tr>
        </thead>
        <tbody>
          {state.turns.map(turn => (
            <Spent key={turn.id} turn={turn} />
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Spent({ turn }: { readonly turn: Turn }): React.ReactElement {
  const { trans } = useSurroundings();
  const { prompt, reply } = turn;
  const spent = reply === null ? [0, 0, 0] : amounts(reply);
  return (
    <tr>
      <th scope="row" className="jupyter-ctx-cut">
        {prompt}
      </th>
      {spent.map((amount, index) => (
        <td key={index}>{amount === null ? '–' : figure(amount)}</td>
      ))}
      <td>{(reply && costOf(reply, trans)) || '–'}</td>
    </tr>
  );
}

/** Sent, from a cache and received; null is not known. */
function amounts(reply: Reply): readonly (number | null)[] {
  const { tokens, cached, answered } = reply;
  const isKnown = tokens === 0 || isTold(reply);
  return isKnown ? [tokens, cached, answered] : [tokens, null, null];
}
