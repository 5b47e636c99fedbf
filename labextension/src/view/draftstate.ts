/** The text in the composer, on its way from being written to being a turn. */

import * as React from 'react';

import type { Focus } from '../protocol.generated';
import type { IState } from '../state';
import type { IAssistant } from '../tokens';

import { remark } from './outcome';
import { isDelivered, merged, type IPending } from './pending';

export interface IDraft {
  readonly text: string;
  /** Sent, but not a turn yet; '' without one. */
  readonly pending: string;
  readonly change: (text: string) => void;
  readonly send: (focus?: Focus | null) => void;
  /** Take over what somebody else has put into `assistant.draft`. */
  readonly reload: () => void;
}

/** The draft of *assistant*; it is not let go of before it has become a turn. */
export function useDraft(
  assistant: IAssistant,
  state: IState,
  say: (message: string) => void
): IDraft {
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

  const send = async (focus?: Focus | null): Promise<void> => {
    if (text.trim() === '' || isWaiting) {
      return;
    }
    const sent = { text, known: state.turns.map(turn => turn.id) };
    setPending(sent);
    show('');
    const options = focus === undefined ? {} : { focus };
    const outcome = await assistant.ask(sent.text, options);
    say(remark(outcome, assistant.state));
    if (outcome.turn === '' && !isDelivered(sent, assistant.state.turns)) {
      // Nothing came of it: the words go back to where they were written.
      show(merged(sent, latest.current));
    }
    assistant.draft = latest.current;
    setPending(null);
  };
  return {
    text,
    pending: isWaiting ? pending.text : '',
    send: focus => void send(focus),
    reload: () => show(assistant.draft),
    change: value => {
      show(value);
      assistant.draft = merged(pending, value);
    }
  };
}
