/** The messages that wait for the reply that is being made. */

import {
  caretDownIcon,
  caretUpIcon,
  closeIcon,
  editIcon
} from '@jupyterlab/ui-components';
import * as React from 'react';

import { type IQueued, lost, type Pause } from '../../talk/queue';

import { Button } from '../button';
import { useSurroundings, useValue } from '../common';
import { Field } from '../field';
import type { Trans } from '../sentences';
import { isAsking } from './slash';

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
  const edits = useValue(desk.changed, () => desk.edits);
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
            isEditing={one.id in edits}
            onGone={onEmpty}
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
  const isHeld = useValue(
    desk.changed,
    () => (desk.queue[0]?.id ?? '') in desk.edits
  );
  return (
    <div className="jupyter-ctx-row jupyter-ctx-mod-spread">
      <span className="jupyter-ctx-fine" role="status">
        {isHeld ? held(trans) : standing(pause, count, trans)}
      </span>
      {pause !== '' && pause !== 'lost' && (
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

function held(trans: Trans): string {
  return trans.__('Nothing is sent while you change the first message.');
}

function standing(pause: Pause, count: number, trans: Trans): string {
  switch (pause) {
    case '':
      return trans._n(
        '%1 message waits for the reply',
        '%1 messages wait for the reply',
        count
      );
    case 'lost':
      return trans.__('Paused, as a file of the first message is missing.');
    case 'stopped':
      return trans.__('Paused, as the reply was stopped.');
    case 'failed':
      return trans.__('Paused, as the last message failed.');
    case 'reload':
      return trans.__('Paused, as the page was loaded anew.');
  }
}

interface IWaiting {
  readonly message: IQueued;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isEditing: boolean;
  /** It leaves the list, and the focus with it. */
  readonly onGone: () => void;
}

function Waiting(props: IWaiting): React.ReactElement {
  const { assistant } = useSurroundings();
  const { message } = props;
  const { desk } = assistant;
  // What a reload brings back open does not take the focus.
  const [isAsked, setIsAsked] = React.useState(false);
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
        <Editing {...props} isAsked={isAsked} />
      ) : (
        <Acts
          {...props}
          move={move}
          onEdit={() => {
            setIsAsked(true);
            desk.write(message.id, message.text);
          }}
        />
      )}
      <Missing message={message} />
    </li>
  );
}

interface IActs extends IWaiting {
  readonly move: (by: number) => void;
  readonly onEdit: () => void;
}

/** The text with what can be done with it. */
function Acts(props: IActs): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { message } = props;
  const { desk } = assistant;
  const count = message.enclosed.length;
  return (
    <>
      <span className="jupyter-ctx-queue-text" title={message.text}>
        {isAsking(message.kind) && <code>/{message.kind} </code>}
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
        onClick={props.onEdit}
      />
      <Button
        isBare
        label={trans.__('Remove')}
        icon={closeIcon}
        onClick={() => {
          desk.drop(message.id);
          if (desk.queue.length === 0) {
            props.onGone();
          }
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

/** The files that a reload took: nothing is sent without them in silence. */
function Missing({
  message
}: {
  readonly message: IQueued;
}): React.ReactElement | null {
  const { assistant, trans } = useSurroundings();
  const names = lost(message.enclosed).map(one => one.name);
  return names.length === 0 ? null : (
    <div className="jupyter-ctx-queue-missing">
      <span className="jupyter-ctx-fine">
        {trans.__(
          'Too large to be kept over a reload: %1. Add it again, or send without it.',
          names.join(', ')
        )}
      </span>
      <Button
        label={trans.__('Send without')}
        onClick={() => assistant.desk.strip(message.id)}
      />
    </div>
  );
}

interface IEditing extends IWaiting {
  /** Whether the user has just asked for it. */
  readonly isAsked: boolean;
}

/** What is written is kept over switches and reloads, and holds the queue. */
function Editing({ message, isAsked, onGone }: IEditing): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { desk } = assistant;
  const text = useValue(desk.changed, () => desk.edits[message.id] ?? '');
  const field = React.useRef<HTMLTextAreaElement>(null);
  React.useEffect(() => {
    if (isAsked) {
      field.current?.focus();
    }
  }, [isAsked]);
  const close = (changed: string): void => {
    if (changed.trim() === '') {
      desk.write(message.id, null);
    } else {
      desk.edit(message.id, changed);
    }
    if (!desk.queue.some(one => one.id === message.id)) {
      onGone();
    }
  };
  return (
    <Field
      ref={field}
      value={text}
      label={trans.__('Message that waits')}
      onChange={changed => desk.write(message.id, changed)}
      onSend={() => close(text)}
      onEscape={() => close('')}
    />
  );
}
