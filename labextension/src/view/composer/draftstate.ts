/** The text in the composer, on its way from being written to being a turn. */

import { UUID } from '@lumino/coreutils';
import * as React from 'react';

import type { Focus } from '../../protocol.generated';
import type { IEnclosure } from '../../talk/queue';
import type { IState } from '../../talk/state';
import type { IAskOptions, IAssistant, RequestKind } from '../../tokens';

import { isAnswering, remark } from '../outcome';
import { isDelivered, merged, type IPending } from '../transcript/pending';

export interface IDraft {
  readonly text: string;
  /** Sent, but not a turn yet; '' without one. */
  readonly pending: string;
  readonly change: (text: string) => void;
  /** Send what is written, or *text* for it; while a reply is made it waits. */
  readonly send: (focus?: Focus | null, as?: IAs) => void;
  /** Take over what somebody else has put into `assistant.draft`. */
  readonly reload: () => void;
}

/** What is sent in place of the draft as it stands. */
export interface IAs {
  readonly text: string;
  readonly kind?: RequestKind;
}

/** The draft of *assistant*; it is not let go of before it has become a turn. */
export function useDraft(
  assistant: IAssistant,
  state: IState,
  say: (message: string) => void
): IDraft {
  const slate = useSlate(assistant, state);
  const { text, pending, isWaiting, latest, show, setPending } = slate;
  const ask = async (sent: IPending, message: IMessage): Promise<void> => {
    setPending(sent);
    show('');
    const outcome = await assistant.ask(sent.text, optionsOf(message));
    say(remark(outcome, assistant.state));
    if (outcome.turn === '' && !isDelivered(sent, assistant.state.turns)) {
      // Nothing came of it: the words go back to where they were written.
      show(merged({ ...sent, text }, latest.current));
      message.enclosed.forEach(one => void assistant.enclose(one));
    }
    assistant.draft = latest.current;
    setPending(null);
  };
  const send = (focus?: Focus | null, as?: IAs): void => {
    const { text: wanted, kind } = as ?? { text };
    if (wanted.trim() === '') {
      return;
    }
    const message = taken(assistant, { text: wanted, kind, focus }, text);
    if (isWaiting || isAnswering(state) || isQueued(assistant)) {
      queue(assistant, message);
      show('');
      assistant.draft = merged(pending, '');
    } else {
      const known = state.turns.map(turn => turn.id);
      void ask({ text: wanted, known }, message);
    }
  };
  return {
    text,
    pending: isWaiting ? (pending?.text ?? '') : '',
    send,
    reload: () => show(assistant.draft),
    change: value => {
      show(value);
      assistant.draft = merged(pending, value);
    }
  };
}

interface ISlate {
  readonly text: string;
  readonly pending: IPending | null;
  readonly isWaiting: boolean;
  readonly latest: { readonly current: string };
  readonly show: (text: string) => void;
  readonly setPending: (pending: IPending | null) => void;
}

/** What is written, and what was sent and is not a turn yet. */
function useSlate(assistant: IAssistant, state: IState): ISlate {
  const [text, setText] = React.useState(assistant.draft);
  const [pending, setPending] = React.useState<IPending | null>(null);
  const latest = React.useRef(text);
  const show = (value: string): void => {
    latest.current = value;
    setText(value);
  };
  const isWaiting = pending !== null && !isDelivered(pending, state.turns);
  React.useEffect(() => {
    if (pending !== null && !isWaiting) {
      setPending(null);
      assistant.draft = latest.current;
    }
  }, [assistant, pending, isWaiting]);
  return { text, pending, isWaiting, latest, show, setPending };
}

/** Whether others wait before; a paused queue holds nobody up. */
function isQueued({ desk }: IAssistant): boolean {
  return desk.queue.length > 0 && desk.pause === '';
}

function optionsOf({ kind = 'ask', focus, enclosed }: IMessage): IAskOptions {
  return { kind, enclosed, ...(focus === undefined ? {} : { focus }) };
}

/** The message with all that was added to it; *written* can be walked back to. */
function taken(
  { desk }: IAssistant,
  message: Omit<IMessage, 'enclosed'>,
  written: string
): IMessage {
  const { enclosed } = desk;
  desk.remember(written);
  enclosed.forEach(one => desk.discard(one.key));
  return { ...message, enclosed };
}

interface IMessage {
  readonly text: string;
  readonly kind: RequestKind | undefined;
  readonly focus: Focus | null | undefined;
  readonly enclosed: readonly IEnclosure[];
}

function queue(assistant: IAssistant, message: IMessage): void {
  const { text, kind = 'ask', focus, enclosed } = message;
  assistant.desk.put({
    id: UUID.uuid4(),
    text,
    kind,
    focus: focus === undefined ? assistant.actions.focus() : focus,
    enclosed
  });
}
