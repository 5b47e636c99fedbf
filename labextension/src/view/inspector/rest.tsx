/** What stands beside the items: what is new, what is masked, and the messages. */

import * as React from 'react';

import { masked } from '../../talk/inspection';
import type { Context, LastRequest } from '../../protocol.generated';
import { Button, useSurroundings } from '../common';
import { copyText } from '../text/copytext';
import { remark } from '../outcome';
import { figure, type Trans } from '../sentences';

import { ago, coverLine, itemName } from './names';

/** The difference to the last request; nothing before the first. */
export function News({
  context
}: {
  readonly context: Context;
}): React.ReactElement | null {
  const { trans } = useSurroundings();
  const { last, items, tokens } = context;
  if (last === null) {
    return null;
  }
  return (
    <details className="jupyter-ctx-news" open>
      <summary>
        {trans.__('Since the last request (%1)', ago(last.age, trans))}:{' '}
        {counts(
          items.filter(item => item.news === 'new').length,
          items.filter(item => item.news === 'changed').length,
          last,
          trans
        )}
      </summary>
      <p className="jupyter-ctx-remark">{coverLine(last, tokens, trans)}</p>
      {last.gone.length > 0 && (
        <p className="jupyter-ctx-remark">
          {trans.__(
            'Sent then and not now: %1',
            last.gone.map(item => itemName(item, trans)).join(', ')
          )}
        </p>
      )}
    </details>
  );
}

function counts(
  fresh: number,
  changed: number,
  last: LastRequest,
  trans: Trans
): string {
  const told = [
    fresh > 0 ? trans.__('%1 new', fresh) : '',
    changed > 0 ? trans.__('%1 changed', changed) : '',
    last.gone.length > 0 ? trans.__('%1 gone', last.gone.length) : ''
  ].filter(Boolean);
  return told.length === 0 ? trans.__('nothing new') : told.join(', ');
}

/** Names and rules of what is masked, and where it stands; never a value. */
export function Masked({
  context
}: {
  readonly context: Context;
}): React.ReactElement | null {
  const { trans } = useSurroundings();
  const found = masked(context);
  return found.length === 0 ? null : (
    <details>
      <summary>
        {trans._n(
          'Secrets are masked, under %1 name or rule',
          'Secrets are masked, under %1 names or rules',
          found.length
        )}
      </summary>
      <ul>
        {found.map(({ secret, rows }) => (
          <li key={secret}>
            <code>{secret}</code>{' '}
            {rows.length > 0
              ? trans.__(
                  'in %1',
                  [
                    ...new Set(rows.map(({ item }) => itemName(item, trans)))
                  ].join(', ')
                )
              : trans.__('in earlier messages')}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** How long each source of context took. */
export function Timings({
  context
}: {
  readonly context: Context;
}): React.ReactElement | null {
  const { trans } = useSurroundings();
  const { timings } = context;
  const total = timings.reduce((sum, one) => sum + one.milliseconds, 0);
  return timings.length === 0 ? null : (
    <details>
      <summary>{trans.__('Gathered in %1 ms', total.toFixed(1))}</summary>
      <table className="jupyter-ctx-items">
        <thead>
          <tr>
            <th scope="col">{trans.__('Source')}</th>
            <th scope="col">{trans.__('Pieces')}</th>
            <th scope="col">{trans.__('Milliseconds')}</th>
          </tr>
        </thead>
        <tbody>
          {timings.map(one => (
            <tr key={one.source}>
              <th scope="row">
                {one.source}
                {one.failure !== '' && (
                  <div className="jupyter-ctx-fine">
                    {trans.__('failed (%1) and was left out', one.failure)}
                  </div>
                )}
              </th>
              <td>{figure(one.pieces)}</td>
              <td>{one.milliseconds.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The messages themselves; asked for only when somebody wants to read them. */
export function Payload({
  context,
  prompt
}: {
  readonly context: Context;
  readonly prompt: string;
}): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const [isOpen, setIsOpen] = React.useState(false);
  const { messages } = context;
  // A newer count comes without messages: ask again while this is open.
  const isMissing = isOpen && messages.length === 0;
  React.useEffect(() => {
    if (isMissing) {
      void assistant
        .preview(prompt, true)
        .then(outcome => say(remark(outcome, assistant.state)));
    }
  }, [isMissing, assistant]);
  const copy = (): void => {
    const text = messages
      .map(({ role, content }) => `--- ${role} ---\n${content}`)
      .join('\n');
    copyText(text, () => say(trans.__('Copied.')));
  };
  return (
    <details onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>{trans.__('Exact payload')}</summary>
      {messages.length > 0 && (
        <Button label={trans.__('Copy the payload')} onClick={copy} />
      )}
      {messages.map((message, index) => (
        <div key={index} className="jupyter-ctx-message">
          <div className="jupyter-ctx-fine">{message.role}</div>
          <pre>{message.content}</pre>
        </div>
      ))}
    </details>
  );
}
