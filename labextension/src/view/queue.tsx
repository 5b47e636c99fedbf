/** The messages that wait for the reply that is being made. */

import {
  caretDownIcon,
  caretUpIcon,
  closeIcon,
  editIcon
} from '@jupyterlab/ui-components';
import * as React from 'react';

import type { IQueued, Pause } from '../queue';

import { Button } from './button';
import { useSurroundings, useValue } from './common';
import { Field } from './field';
import type { Trans } from './sentences';

/** In their order; each can be changed, moved and taken back. */
export function QueueList({
  onEmpty
}: {
  /** The last one is gone: the focus needs another place. */
  readonly onEmpty: () => void;
}): React.ReactElement | null {
  const { assistant, trans } = useSurroundings();
  const { desk } = assistant;
  const queue = useValue(desk.changed, () => desk.queue);
  const [editing, setEditing] = React.useState('');
  if (queue.length === 0) {
    return null;
  }
  return (
    <section
      className="jupyter-ctx-queue"
      aria-label={trans.__('Messages that wait')}
    >
      <Head onEmpty={onEmpty} />
      <ol>
        {queue.map((one, index) => (
          <Waiting
            key={one.id}
            message={one}
            isFirst={index === 0}
            isLast={index === queue.length - 1}
            isEditing={editing === one.id}
            onEdit={setEditing}
            onGone={() => queue.length === 1 && onEmpty()}
          />
        ))}
      </ol>
    </section>
  );
}

/** How many wait, or why they do not go on. */
function Head({
  onEmpty
}: {
  readonly onEmpty: () => void;
}): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { desk } = assistant;
  const pause = useValue(desk.changed, () => desk.pause);
  const count = useValue(desk.changed, () => desk.queue.length);
  return (
    <div className="jupyter-ctx-row jupyter-ctx-mod-spread">
      <span className="jupyter-ctx-fine" role="status">
        {pause === ''
          ? trans._n(
              '%1 message waits for the reply',
              '%1 messages wait for the reply',
              count
            )
          : paused(pause, trans)}
      </span>
      {pause !== '' && (
        <Button
          label={trans.__('Send on')}
          hint={trans.__('Send the messages that wait, one after the other')}
          onClick={() => {
            desk.resume();
            onEmpty();
          }}
        />
      )}
    </div>
  );
}

function paused(pause: Pause, trans: Trans): string {
  switch (pause) {
    case 'stopped':
      return trans.__('Paused, as the reply was stopped.');
    case 'failed':
      return trans.__('Paused, as the last message failed.');
    default:
      return trans.__('Paused, as the page was loaded anew.');
  }
}

interface IWaiting {
  readonly message: IQueued;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isEditing: boolean;
  readonly onEdit: (id: string) => void;
  readonly onGone: () => void;
}

function Waiting(props: IWaiting): React.ReactElement {
  const { assistant } = useSurroundings();
  const { message, onEdit } = props;
  const { desk } = assistant;
  const move = (by: number): void => desk.shift(message.id, by);
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.altKey && by !== undefined) {
      event.preventDefault();
      move(by);
    }
  };
  return (
    <li onKeyDown={onKeyDown} data-lm-suppress-shortcuts="true">
      {props.isEditing ? (
        <Editing message={message} onDone={() => onEdit('')} />
      ) : (
        <Acts {...props} move={move} />
      )}
    </li>
  );
}

interface IActs extends IWaiting {
  readonly move: (by: number) => void;
}

/** The text with what can be done with it. */
function Acts(props: IActs): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { message, onEdit } = props;
  const { desk } = assistant;
  const count = message.enclosed.length;
  return (
    <>
      <span className="jupyter-ctx-queue-text" title={message.text}>
        {message.text}
      </span>
      {count > 0 && (
        <span className="jupyter-ctx-fine">
          {trans._n('%1 file', '%1 files', count)}
        </span>
      )}
      <Moves {...props} />
      <Button
        isBare
        label={trans.__('Edit')}
        icon={editIcon}
        onClick={() => onEdit(message.id)}
      />
      <Button
        isBare
        label={trans.__('Remove')}
        icon={closeIcon}
        onClick={() => {
          desk.drop(message.id);
          props.onGone();
        }}
      />
    </>
  );
}

function Moves({ isFirst, isLast, move }: IActs): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <>
      <Button
        isBare
        label={trans.__('Earlier')}
        hint={trans.__('Send it earlier (Alt+↑)')}
        icon={caretUpIcon}
        isDisabled={isFirst}
        onClick={() => move(-1)}
      />
      <Button
        isBare
        label={trans.__('Later')}
        hint={trans.__('Send it later (Alt+↓)')}
        icon={caretDownIcon}
        isDisabled={isLast}
        onClick={() => move(1)}
      />
    </>
  );
}

function Editing({
  message,
  onDone
}: {
  readonly message: IQueued;
  readonly onDone: () => void;
}): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const [text, setText] = React.useState(message.text);
  const field = React.useRef<HTMLTextAreaElement>(null);
  React.useEffect(() => field.current?.focus(), []);
  const done = (): void => {
    if (text.trim() !== '') {
      assistant.desk.edit(message.id, text);
    }
    onDone();
  };
  return (
    <Field
      ref={field}
      value={text}
      label={trans.__('Message that waits')}
      onChange={setText}
      onSend={done}
      onEscape={onDone}
    />
  );
}
