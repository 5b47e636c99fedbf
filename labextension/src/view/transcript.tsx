/** The turns of the branch; follows a growing reply while the user is at its end. */

import * as React from 'react';

import type { IState } from '../state';

import { Button } from './button';
import { useSurroundings } from './common';
import { useFollow } from './follow';
import { lastEditable } from './outcome';
import { Summary } from './summary';
import { TurnView } from './turn';

interface ITranscript {
  readonly state: IState;
  readonly pending: string;
  readonly editing: string;
  readonly onEdit: (turn: string) => void;
  /** What stands in place of an empty conversation. */
  readonly empty: React.ReactElement;
}

export function Transcript(props: ITranscript): React.ReactElement {
  const { trans } = useSurroundings();
  const { state, pending, editing, onEdit } = props;
  const { compaction } = state.history;
  const isEmpty = state.turns.length === 0 && pending === '';
  const { box, list, isAtEnd, onScroll, toEnd } = useFollow(isEmpty);
  const latest = lastEditable(state);
  React.useEffect(() => {
    if (pending !== '') {
      toEnd();
    }
  }, [pending]);
  return (
    <div className="jupyter-ctx-scroll" ref={box} onScroll={onScroll}>
      <div
        ref={list}
        role="log"
        // The live region tells of it; a log of its own would read every token.
        aria-live="off"
        aria-label={trans.__('Conversation')}
      >
        {isEmpty && props.empty}
        {state.turns.map((turn, index) => (
          // One place of the branch keeps its elements, and the focus in them.
          <React.Fragment key={turn.siblings[0] ?? turn.id}>
            <TurnView
              turn={turn}
              number={index + 1}
              isLatest={turn.id === latest}
              isLast={index === state.turns.length - 1}
              isEditing={turn.id === editing}
              onEdit={onEdit}
            />
            {compaction?.turn === turn.id && compaction.count > 0 && (
              <Summary key={compaction.id} compaction={compaction} />
            )}
          </React.Fragment>
        ))}
        {pending !== '' && (
          <Pending text={pending} isReady={state.phase === 'ready'} />
        )}
      </div>
      {!isAtEnd && (
        <div className="jupyter-ctx-to-end">
          <Button label={trans.__('To the newest')} onClick={toEnd} />
        </div>
      )}
    </div>
  );
}

/** A message on its way: it is not a turn yet. */
function Pending({
  text,
  isReady
}: {
  readonly text: string;
  readonly isReady: boolean;
}): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <div className="jupyter-ctx-turn">
      <div className="jupyter-ctx-prompt">
        <div className="jupyter-ctx-prompt-text">{text}</div>
      </div>
      <p className="jupyter-ctx-remark jupyter-ctx-mod-busy">
        {isReady ? trans.__('Sending…') : trans.__('Connecting to the kernel…')}
      </p>
    </div>
  );
}
