/** Where the user writes: draft, what goes with it, what it costs, send and stop. */

import { caretDownIcon, stopIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import { without } from '../../talk/mentions';
import { preferences } from '../../settings/preferences';
import type { IState } from '../../talk/state';

import { Button } from '../button';
import { Chips } from './chips';
import { Sentence, useSurroundings, useValue } from '../common';
import type { IDraft } from './draftstate';
import { FocusChip } from './focuschip';
import { Instructions } from './instructions';
import { isAnswering } from '../outcome';
import { PlanCard } from './plan';
import { PrivacyLine } from './privacy';
import { QueueList } from './queue';
import { meter } from '../sentences';
import { useSending } from './sending';
import type { Opened } from './slashrun';
import { Writing } from './writing';

export interface IComposer {
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

/** Enter sends, or waits while a reply is made; Esc stops; arrows walk back. */
export function Composer(props: IComposer): React.ReactElement {
  const { assistant } = useSurroundings();
  const { state, draft } = props;
  const isLive = isAnswering(state);
  const hint = React.useId();
  const send = useSending(props);
  const stop = (): void => void (isLive && assistant.stop());
  const toField = (): void => props.fieldRef.current?.focus();
  return (
    <div className="jupyter-ctx-composer">
      <PlanCard plan={state.history.plan} />
      <Instructions instructions={state.history.instructions} />
      <QueueList onEmpty={toField} />
      <FocusChip />
      <Writing {...props} hint={hint} onSend={send} onStop={stop} />
      <Chips
        state={state}
        text={draft.text}
        onRemove={mention => draft.change(without(draft.text, mention))}
        onGone={toField}
      />
      <div className="jupyter-ctx-row jupyter-ctx-mod-spread">
        <Meter {...props} />
        <SendOrStop
          isLive={isLive}
          isReady={draft.text.trim() !== ''}
          onSend={() => send(false)}
          onStop={stop}
        />
      </div>
      {state.uncounted && (
        <p className="jupyter-ctx-remark">
          <Sentence text={state.uncounted} />
        </p>
      )}
      <Hint id={hint} />
      <PrivacyLine
        state={state}
        isOpen={props.isPrivacyShown}
        onToggle={props.onPrivacy}
      />
    </div>
  );
}

/** What the keys of the field do. */
function Hint({ id }: { readonly id: string }): React.ReactElement {
  const { trans } = useSurroundings();
  const { enterSends } = useValue(preferences.changed, () => preferences.value);
  return (
    <div className="jupyter-ctx-fine jupyter-ctx-hint" id={id}>
      {enterSends
        ? trans.__('Shift+Enter: new line · /help')
        : trans.__('Ctrl+Enter sends · /help')}
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
  const { context, uncounted } = props.state;
  const told = context ? meter(context, trans) : trans.__('What is sent');
  return (
    <Button
      icon={caretDownIcon}
      label={uncounted ? trans.__('not counted') : told}
      hint={uncounted || trans.__('Show what would be sent, item by item')}
      isExpanded={props.isContextShown}
      onClick={props.onContext}
    />
  );
}
