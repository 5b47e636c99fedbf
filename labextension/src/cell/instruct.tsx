/** The field below a cell's source that says how the cell shall change. */

import { closeIcon, stopIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { IInstruction } from '../edits/instruct';
import { Button, useSurroundings } from '../view/common';
import { Field } from '../view/field';

interface IInstructView {
  readonly cell: string;
  readonly field: IInstruction;
  readonly onWrite: (text: string) => void;
  readonly onSend: () => void;
  readonly onStop: () => void;
  /** What is being done ends: first the reply, then the field. */
  readonly onEscape: () => void;
  /** It goes, and the focus goes back to where it was. */
  readonly onClose: () => void;
}

/** Enter sends, Shift-Enter breaks the line, Esc stops or closes. */
export function InstructField(props: IInstructView): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { cell, field } = props;
  const name = assistant.actions.label(cell);
  // What is drawn comes a moment after what is typed: the text is kept here.
  const [text, setText] = React.useState(field.text);
  const input = React.useRef<HTMLTextAreaElement>(null);
  const hint = React.useId();
  useFirstFocus(input, !field.isRestored);
  return (
    <div
      className="jupyter-ctx-instruct"
      role="group"
      aria-label={trans.__('Edit %1 with the assistant', name)}
    >
      <div className="jupyter-ctx-instruct-row">
        <Field
          ref={input}
          value={text}
          label={trans.__('How shall %1 change?', name)}
          placeholder={trans.__('How shall this cell change?')}
          describedBy={hint}
          isReadOnly={field.isAsking}
          onChange={written => {
            setText(written);
            props.onWrite(written);
          }}
          onSend={props.onSend}
          onEscape={props.onEscape}
        />
        <SendOrStop {...props} isEmpty={text.trim() === ''} />
        <Close {...props} />
      </div>
      <div className="jupyter-ctx-fine" id={hint}>
        {field.isAsking
          ? trans.__('Esc stops the reply; what you wrote stays')
          : trans.__(
              'Enter sends · Shift+Enter: new line · Esc closes · the change is shown before it is made'
            )}
      </div>
      <Standing field={field} />
    </div>
  );
}

function Close({ field, onClose }: IInstructView): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <Button
      icon={closeIcon}
      isBare
      label={trans.__('Close')}
      hint={
        field.isAsking
          ? trans.__('Stop and close; what you wrote stays')
          : trans.__('Close; what you wrote stays (Esc)')
      }
      onClick={onClose}
    />
  );
}

/** Go on behind what is written already. */
function useFirstFocus(
  input: React.RefObject<HTMLTextAreaElement>,
  isWanted: boolean
): void {
  const isDue = React.useRef(isWanted);
  React.useEffect(() => {
    const node = input.current;
    if (isDue.current && node !== null) {
      node.focus();
      node.setSelectionRange(node.value.length, node.value.length);
    }
  }, [input]);
}

/** One button in two states, so that the focus stays on it. */
function SendOrStop(
  props: IInstructView & { readonly isEmpty: boolean }
): React.ReactElement {
  const { trans } = useSurroundings();
  const { field, isEmpty, onSend, onStop } = props;
  return field.isAsking ? (
    <Button
      key="button"
      icon={stopIcon}
      label={trans.__('Stop')}
      hint={trans.__('Stop the reply; what you wrote stays (Esc)')}
      onClick={onStop}
    />
  ) : (
    <Button
      key="button"
      kind="primary"
      label={trans.__('Send')}
      hint={trans.__('Ask for the change (Enter)')}
      isDisabled={isEmpty}
      onClick={event => {
        // The second half of a double click on Stop sends nothing.
        if (event.detail < 2) {
          onSend();
        }
      }}
    />
  );
}

function Standing({
  field
}: {
  readonly field: IInstruction;
}): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <div role="status">
      {field.isAsking && (
        <span className="jupyter-ctx-mod-busy">
          {trans.__('The model writes the change …')}
        </span>
      )}
      {field.problem !== '' && (
        <div className="jupyter-ctx-conflict">{field.problem}</div>
      )}
    </div>
  );
}
