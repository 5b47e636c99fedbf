/** Where the user writes: draft, what goes with it, what it costs, send and stop. */

import { caretDownIcon, stopIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { IState } from '../state';

import { Button } from './button';
import { useSurroundings } from './common';
import { Field } from './field';
import { isAnswering, lastEditable } from './outcome';
import { FocusChip } from './focuschip';
import { PrivacyLine } from './privacy';
import { meter } from './sentences';
import type { IDraft } from './draftstate';

interface IComposer {
  readonly state: IState;
  readonly draft: IDraft;
  readonly isContextShown: boolean;
  readonly onContext: () => void;
  readonly isPrivacyShown: boolean;
  readonly onPrivacy: () => void;
  readonly onEdit: (turn: string) => void;
  readonly fieldRef: React.RefObject<HTMLTextAreaElement>;
}

/** Enter sends, Shift-Enter breaks the line, Esc stops, ↑ edits the last question. */
export function Composer(props: IComposer): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { state, draft } = props;
  const isLive = isAnswering(state);
  const hint = React.useId();
  const send = (isHere: boolean): void => {
    if (!isLive) {
      draft.send(isHere ? assistant.actions.focus() : undefined);
    }
  };
  const stop = (): void => void (isLive && assistant.stop());
  return (
    <div className="jupyter-ctx-composer">
      <FocusChip />
      <Field
        ref={props.fieldRef}
        value={draft.text}
        label={trans.__('Message')}
        placeholder={trans.__('Ask about this notebook')}
        describedBy={hint}
        onChange={draft.change}
        onSend={send}
        onEscape={stop}
        onUp={() => props.onEdit(lastEditable(state))}
      />
      <div className="jupyter-ctx-row jupyter-ctx-mod-spread">
        <Meter {...props} />
        <SendOrStop
          isLive={isLive}
          isReady={draft.text.trim() !== '' && draft.pending === ''}
          onSend={() => send(false)}
          onStop={stop}
        />
      </div>
      <div className="jupyter-ctx-fine" id={hint}>
        {trans.__(
          'Enter or Ctrl+Enter sends, with the cell, cursor and last error · Shift+Enter: new line'
        )}
      </div>
      <PrivacyLine
        state={state}
        isOpen={props.isPrivacyShown}
        onToggle={props.onPrivacy}
      />
    </div>
  );
}

interface ISend {
  readonly isLive: boolean;
  readonly isReady: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

/** One button in two states, so that the focus stays on it. */
function SendOrStop(props: ISend): React.ReactElement {
  const { trans } = useSurroundings();
  return props.isLive ? (
    <Button
      key="button"
      kind="primary"
      label={trans.__('Stop')}
      hint={trans.__('Stop the reply (Esc)')}
      icon={stopIcon}
      onClick={props.onStop}
    />
  ) : (
    <Button
      key="button"
      kind="primary"
      label={trans.__('Send')}
      hint={trans.__('Send (Enter)')}
      isDisabled={!props.isReady}
      onClick={event => {
        // The second half of a double click on Stop sends nothing.
        if (event.detail < 2) {
          props.onSend();
        }
      }}
    />
  );
}

function Meter(props: IComposer): React.ReactElement {
  const { trans } = useSurroundings();
  const { context } = props.state;
  return (
    <Button
      icon={caretDownIcon}
      label={context ? meter(context, trans) : trans.__('What is sent')}
      hint={trans.__('Show what would be sent, item by item')}
      isExpanded={props.isContextShown}
      onClick={props.onContext}
    />
  );
}
