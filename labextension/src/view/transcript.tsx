/** The turns of the branch; follows a growing reply while the user is at its end. */

import * as React from 'react';

import type { IState } from '../state';

import { Button, useSurroundings } from './common';
import { lastEditable } from './outcome';
import { TurnView } from './turn';

const NEAR = 40; // pixels from the end that still count as being there

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
  const isEmpty = state.turns.length === 0 && pending === '';
  const { box, list, isAtEnd, onScroll, toEnd } = useFollow(isEmpty);
  const latest = lastEditable(state);
  React.useEffect(toEnd, [pending !== '']);
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
          <TurnView
            // One place of the branch keeps its elements, and the focus in them.
            key={turn.siblings[0] ?? turn.id}
            turn={turn}
            number={index + 1}
            isLatest={turn.id === latest}
            isLast={index === state.turns.length - 1}
            isEditing={turn.id === editing}
            onEdit={onEdit}
          />
        ))}
        {pending !== '' && (
          <div className="jupyter-ctx-turn">
            <div className="jupyter-ctx-prompt">
              <div className="jupyter-ctx-prompt-text">{pending}</div>
            </div>
            <p className="jupyter-ctx-remark jupyter-ctx-mod-busy">
              {state.phase === 'ready'
                ? trans.__('Sending…')
                : trans.__('Connecting to the kernel…')}
            </p>
          </div>
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

interface IFollow {
  readonly box: React.RefObject<HTMLDivElement>;
  readonly list: React.RefObject<HTMLDivElement>;
  readonly isAtEnd: boolean;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
}

/** Keep the end in view, however it grows, until the user scrolls away from it. */
function useFollow(isEmpty: boolean): IFollow {
  const box = React.useRef<HTMLDivElement>(null);
  const list = React.useRef<HTMLDivElement>(null);
  const place = React.useRef({ follows: true, top: 0 });
  if (isEmpty) {
    place.current = { follows: true, top: 0 };
  }
  const [isAtEnd, setIsAtEnd] = React.useState(true);
  const onScroll = React.useCallback(() => {
    if (box.current !== null && !isEmpty) {
      place.current = follow(place.current, box.current);
      setIsAtEnd(place.current.follows);
    }
  }, [isEmpty]);
  const toEnd = React.useCallback(() => {
    if (box.current !== null) {
      box.current.scrollTop = box.current.scrollHeight;
      onScroll();
    }
  }, [onScroll]);
  React.useEffect(() => {
    // Markdown, maths and code come in after React is done: watch the size.
    const watcher = new ResizeObserver(() => {
      if (isEmpty) {
        setIsAtEnd(true);
      } else {
        (place.current.follows ? toEnd : onScroll)();
      }
    });
    for (const node of [list.current, box.current]) {
      if (node !== null) {
        watcher.observe(node);
      }
    }
    return () => watcher.disconnect();
  }, [isEmpty, toEnd, onScroll]);
  return { box, list, isAtEnd, onScroll, toEnd };
}

interface IFollowed {
  /** Whether the end is kept in view. */
  readonly follows: boolean;
  readonly top: number;
}

/** Where *node* stands now; only a way up, by the user, ends the following. */
function follow(before: IFollowed, node: HTMLElement): IFollowed {
  const top = node.scrollTop;
  const rest = node.scrollHeight - top - node.clientHeight;
  const isUp = top < before.top;
  return { follows: rest < NEAR || (before.follows && !isUp), top };
}
