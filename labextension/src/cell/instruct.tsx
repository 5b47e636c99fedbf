/** The field below a cell's source that says how the cell shall change. */

import { closeIcon, stopIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { IInstruction } from '../instruct';
import { Button, useSurroundings } from '../view/common';
import { Field } from '../view/field';

interface IInstructView {
  readonly cell: string;
  readonly field: IInstruction;
  readonly onWrite: (text: string) => void;
  readonly onSend: () => void;
  readonly onStop: () => void;
  /** It goes, and the focus goes back to where it was. */
  readonly onClose: () => void;
}

/** Enter sends, Shift-Enter breaks the line, Esc closes. */
export function InstructField(props: IInstructView): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { cell, field } = props;
  const name = assistant.actions.label(cell);
  // What is drawn comes a moment after what is typed: the text is kept here.
  const [text, setText] = React.useState(field.text);
  const input = React.useRef<HTMLTextAreaElement>(null);
  const hint = React.useId();
  React.useEffect(() => {
    input.current?.focus();
  }, []);
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
          onEscape={props.onClose}
        />
        <SendOrStop {...props} isEmpty={text.trim() === ''} />
        <Button
          icon={closeIcon}
          isBare
          label={trans.__('Close')}
          hint={trans.__('Close; nothing is changed (Esc)')}
          onClick={props.onClose}
        />
      </div>
      <div className="jupyter-ctx-fine" id={hint}>
        {trans.__(
          'Enter sends · Shift+Enter: new line · Esc closes · the change is shown before it is made'
        )}
      </div>
      <Standing field={field} />
    </div>
  );
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
      hint={trans.__('Stop the reply; what you wrote stays')}
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
