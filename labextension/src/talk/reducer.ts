/** The one place where the state of a page changes: state and event in, state out. */

import type { Phase } from '../kernel/problems';
import type {
  ColumnsShown,
  CompactionPreview,
  Context,
  Completions,
  Conversations,
  DoctorReport,
  Exported,
  History,
  ItemShown,
  MemoryShown,
  OlderTurns,
  PageChanged,
  ReplyDelta,
  StaleCell,
  StaleChanged,
  Status,
  Transcript,
  Turn,
  TurnChanged,
  Variables,
  Welcome,
  Wire
} from '../protocol.generated';
import type { IState } from './state';
import { renew } from './variables';

export type AnyEvent = Wire['event'];

/** What happens on the page itself. */
export type PageEvent =
  /** The page's standing with the kernel side changed. */
  | {
      readonly type: 'phase';
      readonly phase: Phase;
      readonly problem?: string;
    }
  /** A connection was opened: its events are numbered anew. */
  | { readonly type: 'opened' }
  /** The user asked for something; what the last request said is over. */
  | { readonly type: 'requested'; readonly id: string }
  /** A request of the user ended without an answer of the kernel side. */
  | { readonly type: 'gone'; readonly id: string; readonly message: string }
  /** What would be sent could not be counted. */
  | { readonly type: 'uncounted'; readonly message: string };

/** Give the state after *event*. */
export function reduce(state: IState, event: AnyEvent | PageEvent): IState {
  switch (event.type) {
    case 'phase':
    case 'opened':
    case 'requested':
    case 'gone':
    case 'uncounted':
      return reducePage(state, event);
    default:
      return reduceKernel(count(state, event.seq), event);
  }
}

function reducePage(state: IState, event: PageEvent): IState {
  switch (event.type) {
    case 'phase': {
      const problem = event.problem ?? state.problem;
      return { ...state, phase: event.phase, problem };
    }
    case 'opened':
      return { ...state, seq: -1, isStale: false, stale: [], variables: null };
    case 'requested':
      return {
        ...state,
        failure: '',
        note: '',
        open: [...state.open, event.id]
      };
    case 'gone':
      return end(state, event.id, { failure: event.message });
    case 'uncounted':
      return { ...state, uncounted: event.message };
    default:
      return unreachable(state, event);
  }
}

function reduceKernel(state: IState, event: AnyEvent): IState {
  switch (event.type) {
    case 'welcome':
    case 'transcript':
    case 'older_turns':
    case 'turn_changed':
    case 'reply_delta':
      return reduceTurns(state, event);
    default:
      return reduceRest(state, event);
  }
}

function reduceRest(
  state: IState,
  event: FactsEvent | LookEvent | WholeEvent | EndEvent
): IState {
  switch (event.type) {
    case 'status':
    case 'stale_changed':
    case 'context':
    case 'page_changed':
      return reduceFacts(state, event);
    case 'item_shown':
    case 'variables':
    case 'columns_shown':
      return reduceLook(state, event);
    default:
      return reduceOther(state, event);
  }
}

function reduceOther(state: IState, event: WholeEvent | EndEvent): IState {
  switch (event.type) {
    case 'history':
    case 'compaction_preview':
    case 'conversations':
    case 'completions':
    case 'exported':
    case 'memory_shown':
    case 'doctor_report':
      return reduceWhole(state, event);
    default:
      return reduceEnd(state, event);
  }
}

type TurnsEvent = Welcome | Transcript | OlderTurns | TurnChanged | ReplyDelta;
type FactsEvent = Status | StaleChanged | Context | PageChanged;
type LookEvent = ItemShown | Variables | ColumnsShown;
type WholeEvent =
  | History
  | CompactionPreview
  | Completions
  | Conversations
  | Exported
  | MemoryShown
  | DoctorReport;
type EndEvent = Exclude<
  AnyEvent,
  TurnsEvent | FactsEvent | LookEvent | WholeEvent
>;

function reduceTurns(state: IState, event: TurnsEvent): IState {
  switch (event.type) {
    case 'welcome':
      return { ...state, conversation: event.conversation };
    case 'transcript':
      return take(state, event);
    case 'older_turns':
      return {
        ...state,
        turns: [...event.turns, ...state.turns],
        before: event.before ?? 0
      };
    case 'turn_changed':
      return { ...state, turns: place(state.turns, event.turn) };
    case 'reply_delta':
      return { ...state, turns: append(state.turns, event) };
  }
}

function reduceFacts(state: IState, event: FactsEvent): IState {
  switch (event.type) {
    case 'status': {
      const { model, kernel, options, notices, outranked = [] } = event;
      return { ...state, model, kernel, options, notices, outranked };
    }
    case 'stale_changed':
      return { ...state, stale: refresh(state.stale, event) };
    case 'context':
      return { ...state, context: event, uncounted: '' };
    case 'page_changed':
      // For the outputs in the notebook; the sidebar shows the turns.
      return state;
  }
}

/** What the user looks at in the inspector and among the variables. */
function reduceLook(state: IState, event: LookEvent): IState {
  switch (event.type) {
    case 'item_shown':
      return { ...state, shown: event };
    case 'variables':
      return { ...state, variables: renew(state.variables, event) };
    case 'columns_shown':
      return { ...state, columns: event };
  }
}

/** What concerns the conversation as a whole. */
function reduceWhole(state: IState, event: WholeEvent): IState {
  switch (event.type) {
    case 'history': {
      const { compaction, instructions, spent, plan } = event;
      const history = { compaction, instructions, spent, plan };
      return { ...state, history };
    }
    case 'compaction_preview':
      return { ...state, compacting: event };
    case 'conversations':
      return { ...state, saved: event };
    case 'completions':
      return { ...state, completions: event };
    case 'exported':
      return { ...state, exported: event };
    case 'memory_shown':
      return { ...state, memory: event };
    case 'doctor_report':
      return { ...state, doctor: event };
  }
}

function reduceEnd(state: IState, event: EndEvent): IState {
  switch (event.type) {
    case 'done':
      return end(state, event.requestId, { note: event.note });
    case 'failed':
      return end(state, event.requestId, { failure: event.message });
    case 'cancelled':
      return end(state, event.requestId, {});
    default:
      return unreachable(state, event);
  }
}

/** Note the number of an event; a gap means that one was missed. */
function count(state: IState, seq: number): IState {
  const isGap = state.seq >= 0 && seq !== state.seq + 1;
  return { ...state, seq, isStale: state.isStale || isGap };
}

/** Take out what is up to date again, and put in what is new or other. */
function refresh(
  stale: readonly StaleCell[],
  { cells, gone, isAll }: StaleChanged
): readonly StaleCell[] {
  const other = new Set([...gone, ...cells.map(cell => cell.key)]);
  const kept = isAll ? [] : stale.filter(cell => !other.has(cell.key));
  return [...kept, ...cells];
}

/** Take in the branch, or with `after` what follows the turns that stay. */
function take(state: IState, event: Transcript): IState {
  const { conversation, turns, canUndo, after = '', before = 0 } = event;
  const told = { ...state, conversation, canUndo };
  if (after === '') {
    return { ...told, turns, before, isStale: false };
  }
  const end = state.turns.findIndex(turn => turn.id === after);
  return end < 0
    ? { ...told, isStale: true }
    : {
        ...told,
        turns: [...state.turns.slice(0, end + 1), ...turns].map(counted)
      };
}

/** Replace the turn of the same id, or put a new one at the end. */
function place(turns: readonly Turn[], turn: Turn): readonly Turn[] {
  return turns.some(old => old.id === turn.id)
    ? turns.map(old => (old.id === turn.id ? turn : old))
    : [...turns, turn].map(counted);
}

/** Count anew how many turns follow; one more does by now. */
function counted(turn: Turn, index: number, all: readonly Turn[]): Turn {
  const later = all.length - 1 - index;
  return turn.later === later ? turn : { ...turn, later };
}

/**
 * Let the live reply of a turn grow.
 *
 * The first delta of a reply begins it; an ended reply stays as it is, because
 * what comes late is not part of it.
 */
function append(turns: readonly Turn[], delta: ReplyDelta): readonly Turn[] {
  return turns.map(turn => (turn.id === delta.turn ? grow(turn, delta) : turn));
}

function grow(turn: Turn, delta: ReplyDelta): Turn {
  if (turn.live === null && turn.reply?.id === delta.reply) {
    return turn;
  }
  const isSame = turn.live?.reply === delta.reply;
  const before = isSame && turn.live ? turn.live : { text: '', reasoning: '' };
  return {
    ...turn,
    live: {
      reply: delta.reply,
      text: before.text + delta.text,
      reasoning: before.reasoning + delta.reasoning,
      activity: delta.activity
    }
  };
}

/**
 * End a request; what it says counts only if the user asked for it.
 *
 * Requests that the page sends by itself (previews, document changes) are not in
 * `open`, and their failures are no news.
 */
function end(
  state: IState,
  id: string,
  said: { readonly failure?: string; readonly note?: string }
): IState {
  if (!state.open.includes(id)) {
    return state;
  }
  return { ...state, ...said, open: state.open.filter(other => other !== id) };
}

/** Make the compiler find a forgotten event; one of a newer side changes nothing. */
function unreachable(state: IState, event: never): IState {
  return event && state;
}
