/** The prompt of a turn, being changed; says what sending it will cut. */

import * as React from 'react';

import type { Turn } from '../../protocol.generated';

import { Button } from '../button';
import { useSurroundings, useValue } from '../common';
import { editKey } from './edits';
import { Field } from '../field';
import { useFocusHeir } from '../focus';
import { remark } from '../outcome';
import { cutSentence } from '../sentences';

interface IEditor {
  readonly turn: Turn;
  readonly onClose: () => void;
}

/** Enter sends, Esc leaves the turn as it was; a failure or a reload keeps the text. */
export function Editor({ turn, onClose }: IEditor): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { desk } = assistant;
  const key = editKey(turn.id);
  const [isKept] = React.useState(key in desk.edits);
  const text = useValue(desk.changed, () => desk.edits[key] ?? turn.prompt);
  const [isBusy, send] = useSend(turn, text);
  const field = React.useRef<HTMLTextAreaElement>(null);
  const box = React.useRef<HTMLDivElement>(null);
  const note = React.useId();
  React.useEffect(() => {
    // What a reload or a switch brings back open does not take the focus.
    if (!isKept) {
      field.current?.focus();
    }
    field.current?.setSelectionRange(text.length, text.length);
  }, []);
  const close = (): void => {
    onClose();
    desk.write(key, null);
  };
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
        onChange={changed => desk.write(key, changed)}
        onSend={send}
        onEscape={close}
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
        <Button label={trans.__('Cancel')} onClick={close} />
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
    const isThere = assistant.state.turns.some(one => one.id === turn.id);
    if (outcome.kind === 'done' || !isThere) {
      assistant.desk.write(editKey(turn.id), null);
    }
    say(remark(outcome, assistant.state));
    setIsBusy(false);
  };
  return [isBusy, () => void send()];
}
