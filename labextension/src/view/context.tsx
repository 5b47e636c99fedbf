/** What the next message would send: item by item, and word for word on demand. */

import { closeIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { Context, Item } from '../protocol.generated';

import { Button } from './button';
import { useSurroundings } from './common';
import { remark } from './outcome';
import { figure, meter } from './sentences';

interface IContextView {
  readonly context: Context | null;
  readonly prompt: string;
  readonly onClose: () => void;
}

/** The inspector; it stands above the composer while it is open. */
export function ContextView(props: IContextView): React.ReactElement {
  const { trans } = useSurroundings();
  const { context } = props;
  return (
    <section
      className="jupyter-ctx-inspector"
      aria-label={trans.__('What would be sent')}
    >
      <div className="jupyter-ctx-row jupyter-ctx-mod-spread">
        <strong>{trans.__('What would be sent')}</strong>
        <Button
          label={trans.__('Close')}
          icon={closeIcon}
          isBare
          onClick={props.onClose}
        />
      </div>
      {context ? (
        <Sent context={context} prompt={props.prompt} />
      ) : (
        <p className="jupyter-ctx-remark">{trans.__('Not counted yet.')}</p>
      )}
    </section>
  );
}

function Sent({
  context,
  prompt
}: {
  readonly context: Context;
  readonly prompt: string;
}): React.ReactElement {
  const { trans } = useSurroundings();
  const to = context.model || trans.__('no model');
  return (
    <>
      <p className="jupyter-ctx-remark">
        {trans.__('To %1 · %2', to, meter(context, trans))}
      </p>
      {context.masked.length > 0 && (
        <p className="jupyter-ctx-remark">
          {trans.__('Masked in it: %1', context.masked.join(', '))}
        </p>
      )}
      <Items items={context.items} name={trans.__('Sent')} />
      {context.leftOut.length > 0 && (
        <details>
          <summary>
            {trans._n(
              '%1 item left out',
              '%1 items left out',
              context.leftOut.length
            )}
          </summary>
          <Items items={context.leftOut} name={trans.__('Left out')} />
        </details>
      )}
      <Payload context={context} prompt={prompt} />
    </>
  );
}

interface IItems {
  readonly items: readonly Item[];
  readonly name: string;
}

function Items({ items, name }: IItems): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <table className="jupyter-ctx-items">
      <caption>{name}</caption>
      <thead>
        <tr>
          <th scope="col">{trans.__('What, how and why')}</th>
          <th scope="col">{trans.__('Tokens')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          <tr key={`${index} ${item.id}`}>
            <th scope="row">
              <code>{item.id || item.kind}</code>
              <div className="jupyter-ctx-fine">
                {[item.fidelity, item.why].filter(Boolean).join(' · ')}
              </div>
            </th>
            <td>{figure(item.tokens)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The messages themselves; asked for only when somebody wants to read them. */
function Payload({
  context,
  prompt
}: {
  readonly context: Context;
  readonly prompt: string;
}): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const [isOpen, setIsOpen] = React.useState(false);
  // A newer count comes without messages: ask again while this is open.
  const isMissing = isOpen && context.messages.length === 0;
  React.useEffect(() => {
    if (isMissing) {
      void assistant
        .preview(prompt, true)
        .then(outcome => say(remark(outcome, assistant.state)));
    }
  }, [isMissing, assistant]);
  return (
    <details onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>{trans.__('Exact payload')}</summary>
      {context.messages.map((message, index) => (
        <div key={index} className="jupyter-ctx-message">
          <div className="jupyter-ctx-fine">{message.role}</div>
          <pre>{message.content}</pre>
        </div>
      ))}
    </details>
  );
}
