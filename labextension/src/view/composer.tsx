/** Where the user writes: draft, what goes with it, what it costs, send and stop. */

import { caretDownIcon, stopIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { IState } from '../state';

import { Button } from './button';
import { useSurroundings } from './common';
import { Field } from './field';
import { isAnswering, lastEditable } from './outcome';
import { FocusChip } from './focuschip';
import { Instructions } from './instructions';
import { PlanCard } from './plan';
import { PrivacyLine } from './privacy';
import { meter } from './sentences';
import { type Opened, runCommand } from './slashrun';
import { SlashList, useSlashList } from './slashlist';
import type { IDraft } from './draftstate';

interface IComposer {
  readonly state: IState;
  readonly draft: IDraft;
  readonly isContextShown: boolean;
  readonly onContext: () => void;
  readonly isPrivacyShown: boolean;
  readonly onPrivacy: () => void;
  readonly onEdit: (turn: string) => void;
  /** Unfold what a command asks for. */
  readonly onOpen: (part: Opened, text: string) => void;
  readonly fieldRef: React.RefObject<HTMLTextAreaElement>;
}

/** Enter sends, Shift-Enter breaks the line, Esc stops, ↑ edits the last question. */
export function Composer(props: IComposer): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { state, draft } = props;
  const isLive = isAnswering(state);
  const hint = React.useId();
  const command = useCommand(props);
  const send = (isHere: boolean): void => {
    if (!isLive && !command()) {
      draft.send(isHere ? assistant.actions.focus() : undefined);
    }
  };
  const stop = (): void => void (isLive && assistant.stop());
  return (
    <div className="jupyter-ctx-composer">
      <PlanCard plan={state.history.plan} />
      <Instructions instructions={state.history.instructions} />
      <FocusChip />
      <Writing {...props} hint={hint} onSend={send} onStop={stop} />
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
          'Enter or Ctrl+Enter sends, with the cell, cursor and last error · Shift+Enter: new line · / for commands'
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

interface IWriting extends IComposer {
  /** The id of what explains the keys. */
  readonly hint: string;
  readonly onSend: (isHere: boolean) => void;
  readonly onStop: () => void;
}

/** The field, with the list of commands while one is being typed. */
function Writing(props: IWriting): React.ReactElement {
  const { trans } = useSurroundings();
  const { state, draft } = props;
  const list = useSlashList(draft.text, draft.change);
  const chosen = { id: list.id, chosen: `${list.id}-${list.active}` };
  return (
    <>
      <SlashList {...list} />
      <Field
        ref={props.fieldRef}
        value={draft.text}
        label={trans.__('Message')}
        placeholder={trans.__('Ask about this notebook')}
        describedBy={props.hint}
        onChange={draft.change}
        onSend={props.onSend}
        onEscape={props.onStop}
        onUp={() => props.onEdit(lastEditable(state))}
        onKey={list.onKey}
        list={list.found.length === 0 ? null : chosen}
      />
    </>
  );
}

/** Run what is written if it is a command; tells whether it was one. */
function useCommand({ draft, onOpen }: IComposer): () => boolean {
  const { assistant, trans, say } = useSurroundings();
  return () => {
    const { text } = draft;
    const ran = runCommand(text, { assistant, trans, say, open: onOpen });
    if (ran === null) {
      return false;
    }
    draft.change('');
    void ran.then(how => {
      if (how === 'refused' && assistant.draft === '') {
        draft.change(text);
      }
    });
    return true;
  };
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
