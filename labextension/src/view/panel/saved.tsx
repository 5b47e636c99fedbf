/** The conversations that are kept: look for one, open it, begin another. */

import * as React from 'react';

import type { Saved } from '../../protocol.generated';
import type { IState } from '../../talk/state';
import type { IOutcome } from '../../tokens';

import { Button } from '../button';
import { useSurroundings } from '../common';
import { remark } from '../outcome';
import { Section } from '../section';
import type { Trans } from '../sentences';

const SEARCH_WAIT = 300; // milliseconds without a key before it is looked for

interface ISavedList {
  readonly state: IState;
  readonly onClose: () => void;
}

/** All conversations, the newest first, or those that hold what is written. */
export function SavedList(props: ISavedList): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const { state, onClose } = props;
  const [text, setText] = React.useState('');
  const field = React.useRef<HTMLInputElement>(null);
  React.useEffect(() => field.current?.focus(), []);
  React.useEffect(() => {
    const look = (): void => {
      void assistant.past.list(text.trim());
    };
    const timer = window.setTimeout(look, text === '' ? 0 : SEARCH_WAIT);
    return () => window.clearTimeout(timer);
  }, [assistant, text]);
  const act = async (acted: Promise<IOutcome>): Promise<void> => {
    const outcome = await acted;
    say(remark(outcome, assistant.state));
    if (outcome.kind === 'done') {
      onClose();
    }
  };
  return (
    <Section name={trans.__('Conversations')} onClose={onClose}>
      <div className="jupyter-ctx-row jupyter-ctx-mod-spread">
        <input
          ref={field}
          type="search"
          className="jupyter-ctx-input"
          aria-label={trans.__('Search in all conversations')}
          placeholder={trans.__('Search in all')}
          data-lm-suppress-shortcuts="true"
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <Button
          label={trans.__('New')}
          hint={trans.__('Begin another conversation; this one is kept')}
          onClick={() => void act(assistant.past.begin())}
        />
      </div>
      <Found
        items={state.saved?.items ?? null}
        onOpen={id => void act(assistant.past.open(id))}
      />
    </Section>
  );
}

interface IFound {
  readonly items: readonly Saved[] | null;
  readonly onOpen: (id: string) => void;
}

function Found({ items, onOpen }: IFound): React.ReactElement {
  const { trans } = useSurroundings();
  if (items === null || items.length === 0) {
    return (
      <p className="jupyter-ctx-remark" role="status">
        {items === null ? trans.__('Looking…') : trans.__('None was found.')}
      </p>
    );
  }
  return (
    <ul className="jupyter-ctx-options" aria-label={trans.__('Found')}>
      {items.map((item, index) => (
        <li key={`${index} ${item.id}`}>
          <button
            type="button"
            className="jupyter-ctx-choice jupyter-ctx-mod-default"
            aria-current={item.isOpen}
            onClick={() => onOpen(item.id)}
          >
            <span className="jupyter-ctx-choice-label">
              {item.title || trans.__('(empty)')}
            </span>
            <span className="jupyter-ctx-choice-detail">
              {[savedLine(item, trans), item.excerpt]
                .filter(Boolean)
                .join('\n')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** How long *item* is and when it was used last. */
function savedLine(item: Saved, trans: Trans): string {
  const parts = [
    item.isOpen ? trans.__('open here') : '',
    trans._n('%1 message', '%1 messages', item.turns),
    item.path.split('/').pop() ?? '',
    item.at > 0 ? new Date(item.at * 1000).toLocaleString() : ''
  ];
  return parts.filter(part => part !== '').join(' · ');
}
