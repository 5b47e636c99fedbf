/** What a page knows of one conversation: plain values, changed by `reduce` alone. */

import type { Phase } from '../kernel/problems';
import type {
  ColumnsShown,
  CompactionPreview,
  Completions,
  Context,
  Conversations,
  DoctorReport,
  Exported,
  History,
  ItemShown,
  KernelFacts,
  MemoryShown,
  Model,
  Option,
  Outranked,
  StaleCell,
  Turn,
  Variable
} from '../protocol.generated';

/** The live names, in the order in which they were first seen. */
export interface IVariables {
  readonly rows: readonly Variable[];
  /** They are as they were after this run. */
  readonly run: number;
  readonly total: number;
}

/** What a `History` tells. */
export type Past = Omit<History, 'type' | 'seq' | 'requestId'>;

export interface IState {
  readonly phase: Phase;
  /** One sentence for a banner: package missing, versions that differ, no kernel. */
  readonly problem: string;
  /** The conversation's id; empty before the kernel side named it. */
  readonly conversation: string;
  /** The branch, or the end of it that this page holds. */
  readonly turns: readonly Turn[];
  /** How many turns of the branch stand before those. */
  readonly before: number;
  /** The verb that undo would take back, empty if there is none. */
  readonly canUndo: string;
  readonly model: Model | null;
  readonly options: readonly Option[];
  readonly kernel: KernelFacts | null;
  readonly notices: readonly string[];
  /** JupyterLab's settings that do not count, since something else does. */
  readonly outranked: readonly Outranked[];
  /** The cells that are out of date, in no order; their ids serve marks in cells. */
  readonly stale: readonly StaleCell[];
  /** The answer to the last preview. */
  readonly context: Context | null;
  /** Why the last preview has no answer, so that `context` is older; else empty. */
  readonly uncounted: string;
  /** The item of it that was opened last. */
  readonly shown: ItemShown | null;
  /** The live names; null while nobody watches them. */
  readonly variables: IVariables | null;
  /** The columns that were asked for last. */
  readonly columns: ColumnsShown | null;
  /** What the branch became for the next request: compaction, instructions, costs. */
  readonly history: Past;
  /** The answer to the last preview of a compaction. */
  readonly compacting: CompactionPreview | null;
  /** The answer to the last look for conversations. */
  readonly saved: Conversations | null;
  /** What may be mentioned, as it was asked last. */
  readonly completions: Completions | null;
  /** The last file that was asked for. */
  readonly exported: Exported | null;
  /** The memory files as they were asked for last. */
  readonly memory: MemoryShown | null;
  /** What the doctor found so far; null before it was asked. */
  readonly doctor: DoctorReport | null;
  /** The sentence of the last request that failed; empty after the next one. */
  readonly failure: string;
  /** What the last request has to say, e.g. that a key was saved. */
  readonly note: string;
  /** Ids of requests that have not ended. */
  readonly open: readonly string[];
  /** The number of the last event; -1 before the first. */
  readonly seq: number;
  /** An event was missed: the transcript must be asked for anew. */
  readonly isStale: boolean;
}

export const EMPTY: IState = {
  phase: 'idle',
  problem: '',
  conversation: '',
  turns: [],
  before: 0,
  canUndo: '',
  model: null,
  options: [],
  kernel: null,
  notices: [],
  outranked: [],
  stale: [],
  context: null,
  uncounted: '',
  shown: null,
  variables: null,
  columns: null,
  history: {
    compaction: null,
    instructions: [],
    spent: {
      tokens: 0,
      cached: 0,
      answered: 0,
      cost: null,
      unpriced: 0,
      unreported: 0
    },
    plan: null
  },
  compacting: null,
  saved: null,
  completions: null,
  exported: null,
  memory: null,
  doctor: null,
  failure: '',
  note: '',
  open: [],
  seq: -1,
  isStale: false
};
