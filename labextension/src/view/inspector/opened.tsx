/** One item, opened: its text as it is sent, and what else could be sent of it. */

import * as React from 'react';

import type { Item, ItemShown } from '../../protocol.generated';
import { useSurroundings, useValue } from '../common';

import { levelName, tokenCount } from './names';

/** Asks for the item when it is opened, and again when it is sent otherwise. */
export function Opened({ item }: { readonly item: Item }): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const state = useValue(assistant.changed, () => assistant.state);
  const [missing, setMissing] = React.useState('');
  const { id, fidelity } = item;
  React.useEffect(() => {
    let isWanted = true;
    void assistant.looks.show(id).then(outcome => {
      if (isWanted) {
        setMissing(outcome.kind === 'done' ? '' : outcome.message);
      }
    });
    return () => {
      isWanted = false;
    };
    // Each count is another value of the item: its text may be another one, too.
  }, [assistant, id, item]);
  const { shown } = state;
  if (shown?.item !== id) {
    return (
      <p className="jupyter-ctx-fine">{missing || trans.__('Looking…')}</p>
    );
  }
  return <Text shown={shown} now={fidelity} />;
}

function Text({
  shown,
  now
}: {
  readonly shown: ItemShown;
  readonly now: string;
}): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <>
      {shown.text !== '' && (
        <>
          <div className="jupyter-ctx-fine">{trans.__('What is sent')}</div>
          <pre role="group" tabIndex={0} aria-label={trans.__('What is sent')}>
            {shown.text}
          </pre>
        </>
      )}
      {shown.rungs.length > 0 && (
        <div className="jupyter-ctx-fine">
          {trans.__('How it could be sent')}
        </div>
      )}
      {shown.rungs.map(rung => (
        <details key={rung.fidelity}>
          <summary>
            {levelName(rung.fidelity, trans)} · {tokenCount(rung.tokens, trans)}
            {rung.fidelity === now && ` · ${trans.__('now')}`}
          </summary>
          <pre>{rung.text}</pre>
        </details>
      ))}
    </>
  );
}
