/** The turns of the branch, of which those in and around the view are drawn. */

import * as React from 'react';

import type { Turn } from '../../protocol.generated';
import type { IState } from '../../talk/state';

import { Button } from '../button';
import { useSurroundings } from '../common';
import { useFocusedRow, useScroller } from './follow';
import { lastEditable } from '../outcome';
import { guess, segments } from './rows';
import type { IRows, Scroller } from './scroller';
import { Search } from './searchbar';
import { Summary } from './summary';
import { stepOf, useSteps } from './steps';
import { TurnView } from './turn';

interface ITranscript {
  readonly state: IState;
  readonly pending: string;
  readonly editing: string;
  readonly onEdit: (turn: string) => void;
  /** What stands in place of an empty conversation. */
  readonly empty: React.ReactElement;
  readonly isSearching: boolean;
  readonly onSearch: (isSearching: boolean) => void;
  /** Set to what goes to the next or previous message. */
  readonly step: React.MutableRefObject<((by: 1 | -1) => void) | null>;
}

/** One place of the branch keeps its elements, and the focus in them. */
export function keyOf(turn: Turn): string {
  return turn.siblings[0] ?? turn.id;
}

/** Drawn anew where the conversation changes, not with each key in the composer. */
export const Transcript = React.memo(Shown, isSame);

function isSame(one: ITranscript, other: ITranscript): boolean {
  const names = ['state', 'pending', 'editing', 'isSearching'] as const;
  return names.every(name => one[name] === other[name]);
}

function Shown(props: ITranscript): React.ReactElement {
  const { trans } = useSurroundings();
  const { state, pending, isSearching } = props;
  const box = React.useRef<HTMLDivElement>(null);
  const rows = useRows(state);
  const scroller = useScroller(rows, box);
  const focused = useFocusedRow();
  const steps = useSteps(scroller, rows);
  props.step.current = steps.go;
  useSearchKey(box, props.onSearch);
  useOlder(scroller.missing);
  React.useEffect(() => {
    if (pending !== '') {
      scroller.toEnd();
    }
  }, [pending]);
  return (
    <>
      {isSearching && (
        <Search
          state={state}
          box={box}
          steps={steps}
          onClose={() => props.onSearch(false)}
        />
      )}
      <div
        className="jupyter-ctx-scroll"
        ref={box}
        role="log"
        // The live region tells of it; a log of its own would read every token.
        aria-live="off"
        aria-label={trans.__('Conversation')}
        tabIndex={0}
        onScroll={() => scroller.scrolled()}
        onFocus={focused.onFocus}
        onBlur={focused.onBlur}
        onKeyDown={event => stepOf(event, steps)}
      >
        {rows.keys.length === 0 && pending === '' && props.empty}
        <List {...props} scroller={scroller} rows={rows} held={focused.row} />
        {pending !== '' && (
          <Pending text={pending} isReady={state.phase === 'ready'} />
        )}
      </div>
      {!scroller.isAtEnd && <ToEnd scroller={scroller} box={box} />}
    </>
  );
}

function ToEnd({
  scroller,
  box
}: {
  readonly scroller: Scroller;
  readonly box: React.RefObject<HTMLElement>;
}): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <div className="jupyter-ctx-to-end">
      <Button
        label={trans.__('To the newest')}
        onClick={() => {
          // This button goes; keys go on to scroll.
          box.current?.focus({ preventScroll: true });
          scroller.toEnd();
        }}
      />
    </div>
  );
}

/** Ctrl+F anywhere in the sidebar looks in the conversation, not in the notebook. */
function useSearchKey(
  box: React.RefObject<HTMLElement>,
  onSearch: (isSearching: boolean) => void
): void {
  React.useEffect(() => {
    const sidebar = box.current?.closest<HTMLElement>('.jupyter-ctx-sidebar');
    const onKey = (event: KeyboardEvent): void => {
      const isIt = event.key === 'f' && (event.ctrlKey || event.metaKey);
      if (isIt && !event.shiftKey && !event.altKey) {
        event.preventDefault();
        event.stopPropagation();
        const field = '.jupyter-ctx-search input';
        sidebar?.querySelector<HTMLElement>(field)?.focus();
        onSearch(true);
      }
    };
    sidebar?.addEventListener('keydown', onKey);
    return () => sidebar?.removeEventListener('keydown', onKey);
  }, [box, onSearch]);
}

function useRows({ turns, before }: IState): IRows {
  return React.useMemo(
    () => ({
      keys: turns.map(keyOf),
      before,
      guess: index => {
        const turn = turns[index];
        return guess(turn?.prompt ?? '', turn?.reply?.text ?? '');
      }
    }),
    [turns, before]
  );
}

const AT_ONCE = 100; // older messages that are asked for, at least

/** Ask for the older messages that come into view; one request at a time. */
function useOlder(missing: number): void {
  const { assistant } = useSurroundings();
  const isAsked = React.useRef(false);
  React.useEffect(() => {
    if (missing > 0 && !isAsked.current) {
      isAsked.current = true;
      void assistant.past.older(missing + AT_ONCE).then(() => {
        isAsked.current = false;
      });
    }
  }, [assistant, missing]);
}

interface IList extends ITranscript {
  readonly scroller: Scroller;
  readonly rows: IRows;
  /** The row that has the focus. */
  readonly held: string;
}

function List(props: IList): React.ReactElement {
  const { state, editing, scroller, rows, held } = props;
  const latest = React.useMemo(() => lastEditable(state), [state.turns]);
  const edited = state.turns.find(turn => turn.id === editing);
  const kept = [scroller.place(held)];
  if (edited !== undefined) {
    kept.push(scroller.place(keyOf(edited)));
  }
  return (
    <>
      {segments(scroller.range, kept, scroller.count).map(one =>
        'row' in one ? (
          <Row
            {...props}
            key={rows.keys[one.row - rows.before]}
            row={rows.keys[one.row - rows.before] ?? ''}
            index={one.row}
            latest={latest}
          />
        ) : (
          <div
            key={`gap ${one.to}`}
            style={{ height: scroller.gap(one.from, one.to) }}
          />
        )
      )}
    </>
  );
}

interface IRow extends IList {
  readonly row: string;
  readonly index: number;
  readonly latest: string;
}

function Row(props: IRow): React.ReactElement | null {
  const { state, index, row, scroller, editing, onEdit } = props;
  const { compaction } = state.history;
  const turn = state.turns[index - state.before];
  return turn === undefined ? null : (
    <div data-row={row}>
      <TurnView
        turn={turn}
        number={index + 1}
        count={scroller.count}
        isLatest={turn.id === props.latest}
        isLast={index === scroller.count - 1}
        isEditing={turn.id === editing}
        onEdit={onEdit}
      />
      {compaction?.turn === turn.id && compaction.count > 0 && (
        <Summary key={compaction.id} compaction={compaction} />
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
