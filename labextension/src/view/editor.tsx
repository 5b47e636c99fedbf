/** The prompt of a turn, being changed; says what sending it will cut. */

import * as React from 'react';

import type { Turn } from '../protocol.generated';

import { Button } from './button';
import { useSurroundings } from './common';
import { Field } from './field';
import { useFocusHeir } from './focus';
import { remark } from './outcome';
import { cutSentence } from './sentences';

interface IEditor {
  readonly turn: Turn;
  readonly onClose: () => void;
}

/** Enter sends, Esc leaves the turn as it was; a failure keeps the text. */
export function Editor({ turn, onClose }: IEditor): React.ReactElement {
  const { trans } = useSurroundings();
  const [text, setText] = React.useState(turn.prompt);
  const [isBusy, send] = useSend(turn, text);
  const field = React.useRef<HTMLTextAreaElement>(null);
  const box = React.useRef<HTMLDivElement>(null);
  const note = React.useId();
  React.useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, []);
  useFocusHeir(box, '[data-act="edit"] button');
  const sentence = cutSentence('edit', turn.later, trans);
  return (
    <div className="jupyter-ctx-editor" ref={box}>
      <Field
        ref={field}
        value={text}
        label={trans.__('Change the question')}
        describedBy={note}
        isReadOnly={isBusy}
        onChange={setText}
        onSend={send}
        onEscape={onClose}
      />
      <div className="jupyter-ctx-remark" id={note}>
        {sentence || trans.__('Sending puts this in its place.')}
      </div>
      <div className="jupyter-ctx-row">
        <Button
          kind="primary"
          label={trans.__('Send')}
          isDisabled={isBusy || text.trim() === ''}
          onClick={send}
        />
        <Button label={trans.__('Cancel')} onClick={onClose} />
      </div>
    </div>
  );
}

/** Whether the changed prompt is on its way, and how to send it. */
function useSend(turn: Turn, text: string): [boolean, () => void] {
  const { assistant, say } = useSurroundings();
  const [isBusy, setIsBusy] = React.useState(false);
  const send = async (): Promise<void> => {
    if (isBusy || text.trim() === '') {
      return;
    }
    setIsBusy(true);
    // Where it works, the new turn takes this one's place, and the editor goes.
    const outcome = await assistant.edit(turn.id, text);
    say(remark(outcome, assistant.state));
    setIsBusy(false);
  };
  return [isBusy, () => void send()];
}
