/** The interfaces between client, document, views and plugins; values pass, no DOM. */

import { Token } from '@lumino/coreutils';
import type { IDisposable } from '@lumino/disposable';
import type { ISignal } from '@lumino/signaling';
import type { NotebookPanel } from '@jupyterlab/notebook';

import type { IHunk, Verdict, Verdicts } from './notebook/hunks';
import type { Focus, PageChanged, Turn } from './protocol.generated';
import type { IEnclosure, IQueued, Pause } from './talk/queue';
import type { IState } from './talk/state';

export type RequestKind = 'ask' | 'fix' | 'edit' | 'explain' | 'plan';

/** The forms in which a conversation is given away. */
export type ExportForm = 'markdown' | 'json' | 'notebook';

/** What one request came to. */
export interface IOutcome {
  readonly kind: 'done' | 'failed' | 'cancelled';
  /** The turn it made or changed. */
  readonly turn: string;
  /** Why it failed, or what it has to say. */
  readonly message: string;
}

export interface IAskOptions {
  readonly kind?: RequestKind;
  /** Where the user is; by default `actions.focus()` at this moment. */
  readonly focus?: Focus | null;
  /** The round of a repair loop. */
  readonly attempt?: number;
  /** Ask the model although quick fixes are at hand. */
  readonly wantsModel?: boolean;
  /** Pictures and files that go along. */
  readonly enclosed?: readonly IEnclosure[];
}

/** What can be done with a conversation as a whole; none of it rejects. */
export interface IPast {
  /** Send *turn* no more, though it stays where it is; or send it again. */
  hide(turn: string, isHidden: boolean): Promise<IOutcome>;
  /** Let *turn* stay word for word whatever is compacted. */
  pin(turn: string, isPinned: boolean): Promise<IOutcome>;
  /** Condense what is old; a preview changes nothing: see `state.compacting`. */
  compact(keep: string, isPreview?: boolean): Promise<IOutcome>;
  /** Send the turns again that the last compaction condensed. */
  restore(): Promise<IOutcome>;
  /** A new task: an empty view, the same memory file and instructions. */
  clear(): Promise<IOutcome>;
  instruct(text: string): Promise<IOutcome>;
  /** Take a standing instruction back. */
  lift(instruction: string): Promise<IOutcome>;
  /** Look for conversations that hold *text*; they come as `state.saved`. */
  list(text?: string): Promise<IOutcome>;
  open(conversation: string): Promise<IOutcome>;
  /** Begin another conversation; the old one is kept. */
  begin(): Promise<IOutcome>;
  /** Ask for a file; it comes as `state.exported`. */
  export(form: ExportForm): Promise<IOutcome>;
  import(file: {
    readonly name: string;
    readonly text: string;
  }): Promise<IOutcome>;
  /** Ask for *count* more of the messages that this page does not hold yet. */
  older(count: number): Promise<IOutcome>;
  /** Ask what stands in the memory files; it comes as `state.memory`. */
  memory(): Promise<IOutcome>;
}

/** What an item of what is sent is to be. */
export type KeepWay = 'pin' | 'drop' | 'free';

/** What the user looks at: single items of what is sent, and the live names. */
export interface ILooks {
  /** Ask how *item* of the last preview is sent; it comes as `state.shown`. */
  show(item: string): Promise<IOutcome>;
  /** Pin an item in every request, drop it from all, or free it of either. */
  keep(item: string, way: KeepWay): Promise<IOutcome>;
  /** Be told of the live names, as `state.variables`; or no longer. */
  watch(isOn: boolean): Promise<IOutcome>;
  /** Ask for the columns, keys or attributes of *name*, as `state.columns`. */
  columns(name: string): Promise<IOutcome>;
}

/** What the composer has beside its draft; kept over switches and reloads. */
export interface IDesk {
  readonly changed: ISignal<IDesk, void>;
  /** Texts that were sent from here, the oldest first. */
  readonly past: readonly string[];
  remember(text: string): void;
  /** Pictures and files that go along with the next message. */
  readonly enclosed: readonly IEnclosure[];
  discard(key: string): void;
  /** Messages that wait for the reply that is being made. */
  readonly queue: readonly IQueued[];
  /** Why nothing of it is sent; '' where it is. */
  readonly pause: Pause;
  put(message: IQueued): void;
  edit(id: string, text: string): void;
  drop(id: string): void;
  /** Move a message by some places. */
  shift(id: string, by: number): void;
  /** Let a message that waits go without the files that a reload took. */
  strip(id: string): void;
  resume(): void;
  /** Texts being changed: of messages that wait, by their id, and of turns. */
  readonly edits: Readonly<Record<string, string>>;
  /** Keep what *key* is being changed to; null where that has ended. */
  write(key: string, text: string | null): void;
}

/**
 * The conversation of one open notebook.
 *
 * Every method connects first, sends what changed in the document, and resolves
 * when its request has ended. None rejects: a failure is an outcome.
 */
export interface IAssistant extends IDisposable {
  readonly panel: NotebookPanel;
  readonly state: IState;
  readonly changed: ISignal<IAssistant, void>;
  /** The text of an output that this page adopted has changed. */
  readonly pageChanged: ISignal<IAssistant, PageChanged>;
  readonly actions: IDocumentActions;
  readonly past: IPast;
  readonly desk: IDesk;
  readonly looks: ILooks;
  /** The text in the composer; kept over notebook switches and reloads. */
  draft: string;

  /** Load the extension in the kernel if need be, and open the comm. */
  connect(): Promise<void>;
  ask(prompt: string, options?: IAskOptions): Promise<IOutcome>;
  choose(turn: string, reply: string, choice: string): Promise<IOutcome>;
  edit(turn: string, prompt: string): Promise<IOutcome>;
  /** Ask again; *model* at *apiBase* makes this one reply. */
  regenerate(turn: string, model?: string, apiBase?: string): Promise<IOutcome>;
  delete(turn: string): Promise<IOutcome>;
  switchTo(turn: string, reply?: string): Promise<IOutcome>;
  /** Stop the reply to *turn*, or all. */
  stop(turn?: string): Promise<IOutcome>;
  undo(): Promise<IOutcome>;
  reset(): Promise<IOutcome>;
  /** Ask what would be sent; the answer comes as `state.context`. */
  preview(prompt: string, hasMessages?: boolean): Promise<IOutcome>;
  /** Ask what *text*, after an `@`, may become; it comes as `state.completions`. */
  complete(text: string): Promise<IOutcome>;
  /** Let a picture or file go along with the next message, if the kernel takes it. */
  enclose(one: IEnclosure): Promise<IOutcome>;
  setModel(name: string, apiBase?: string): Promise<IOutcome>;
  /** Let a privacy level count for who answers now; empty: as set. */
  setPrivacy(level: string): Promise<IOutcome>;
  saveKey(provider: string, key: string): Promise<IOutcome>;
  /** Let the doctor look; what it finds comes as `state.doctor`. */
  examine(): Promise<IOutcome>;
  /** Tell that this page shows the outputs of *roots* itself. */
  adopt(roots: readonly string[]): Promise<IOutcome>;
}

/** A replacement that waits for the user's word. */
export interface IProposal {
  readonly cell: string;
  /** The source that the replacement was made for. */
  readonly base: string;
  readonly source: string;
  /** The turn it comes from, for undo; empty without one. */
  readonly turn: string;
  /** What it does, in the words of its choice. */
  readonly label?: string;
  /** Why it does not fit its cell any more; kept by the actions. */
  readonly conflict?: string;
  /** What to look out for; kept by the actions. */
  readonly note?: string;
  /** What the user said of single hunks; kept by the actions. */
  readonly verdicts?: Verdicts;
  /** The key of the hunk that the keys act on; kept by the actions. */
  readonly at?: string;
}

/** A cell edit that is not taken back, since its cell was changed after it. */
export interface ILost {
  readonly cell: string;
  readonly label: string;
  /** What the cell held before the edit; empty for a new cell. */
  readonly before: string;
}

export type CellKind = 'code' | 'markdown';

/** How a proposal ended; *gone* means that its cell was deleted. */
export interface IDecision {
  readonly proposal: IProposal;
  readonly verdict: 'accepted' | 'rejected' | 'replaced' | 'gone';
}

/** What an action did; *message* says what the user should know. */
export interface IActed {
  readonly ok: boolean;
  readonly message: string;
  readonly cell: string;
  /** It ran, well or not; only `run` tells. */
  readonly hasRun?: boolean;
}

/**
 * Changes of the document, by cell id, each one undo step.
 *
 * Lines of a cell are changed only while they are what the change was made for;
 * what the user has written elsewhere in the cell stays.
 */
export interface IDocumentActions extends IDisposable {
  readonly changed: ISignal<IDocumentActions, void>;
  /** The active cell with cursor and selection; null without one. */
  focus(): Focus | null;
  /** Insert a cell beside *anchor* (or the active cell) and activate it. */
  insert(
    source: string,
    where: 'above' | 'below',
    anchor: string,
    turn: string,
    kind?: CellKind
  ): IActed;
  /** Show a replacement as an inline diff in its cell. */
  propose(proposal: IProposal): IActed;
  readonly proposals: readonly IProposal[];
  /** A proposal ended; the cell is changed already if it was accepted. */
  readonly decided: ISignal<IDocumentActions, IDecision>;
  /** Make the change, but for the hunks that were rejected. */
  accept(cell: string): IActed;
  /** Make the accepted hunks of the change alone. */
  apply(cell: string): IActed;
  /** The hunks of the proposal in a cell; none where it does not fit. */
  hunks(cell: string): readonly IHunk[];
  /**
   * Note what the user says of one hunk; null takes the word back.
   *
   * With the last one the accepted hunks are made, as one undo step.
   */
  decide(cell: string, hunk: string, verdict: Verdict | null): IActed;
  /** Let the keys act on one hunk of a proposal. */
  look(cell: string, hunk: string): void;
  /** Make a proposal in conflict anew for what its cell holds now. */
  rebase(cell: string): IActed;
  reject(cell: string): IActed;
  /** Run a cell; ok tells whether it ran without an error. */
  run(cell: string): Promise<IActed>;
  /** The error in the outputs of a cell as `KeyError: 'x'`; else empty. */
  failure(cell: string): string;
  /** The source of a cell; empty where it is not there. */
  source(cell: string): string;
  /** How many cell edits of *turn* can be taken back. */
  edits(turn: string): number;
  /** The edits of *turn* that can't be: their cells were changed since. */
  lost(turn: string): readonly ILost[];
  /** Take back the cell edits of *turn* where the cells are as they left them. */
  undoTurn(turn: string): IActed;
  /** Scroll to a cell and make it active. */
  reveal(cell: string): void;
  /** The name people use for a cell: `In[3]` or `cell 3`. */
  label(cell: string): string;
  /** Where a cell stands, from 0; -1 where it is not there. */
  position(cell: string): number;
}

/** The assistants of all open notebooks. */
export interface IAssistants {
  /** The one of the current notebook; null where none is open. */
  readonly current: IAssistant | null;
  readonly currentChanged: ISignal<IAssistants, IAssistant | null>;
  readonly added: ISignal<IAssistants, IAssistant>;
  /** The one of *panel*, made at the first call. */
  of(panel: NotebookPanel): IAssistant;
}

export const IAssistants = new Token<IAssistants>(
  'jupyter-ctx:IAssistants',
  'The conversations of the open notebooks.'
);

/** Opens the sidebar, for plugins that put something into it. */
export interface ISidebar {
  /** Show it without taking the focus. */
  reveal(): void;
  /** Show it with the cursor in the composer, which then holds *text*. */
  compose(text?: string): void;
}

export const ISidebar = new Token<ISidebar>(
  'jupyter-ctx:ISidebar',
  'The sidebar with the conversation.'
);

/** A repair loop as it is shown. */
export interface ILoop {
  readonly cell: string;
  /** What it does now, or how it ended. */
  readonly line: string;
  readonly isRunning: boolean;
  /** The labels of all fixes of this round; a reply's code has none. */
  readonly fixes: readonly string[];
  /** Which of them is shown as a diff; -1 for none. */
  readonly shown: number;
  readonly canAskModel: boolean;
}

/** How a page acts on a selected choice, shared by sidebar and cells. */
export interface IRepair {
  /**
   * Select a choice and do what it stands for: a replacement is shown as an
   * inline diff, a source is inserted, everything else is the model's to answer.
   */
  choose(assistant: IAssistant, turn: Turn, choice: string): Promise<IOutcome>;
  /**
   * Fix the error of *cell*: fix, diff, apply, run, at most three rounds; what is
   * *enclosed* goes with the first question.
   */
  fix(
    assistant: IAssistant,
    cell: string,
    wantsModel?: boolean,
    enclosed?: readonly IEnclosure[]
  ): Promise<void>;
  explain(
    assistant: IAssistant,
    cell: string,
    enclosed?: readonly IEnclosure[]
  ): Promise<IOutcome>;
  /** The loop of *assistant*, also after its end; null before and when dismissed. */
  loop(assistant: IAssistant): ILoop | null;
  /** Its line for the user; empty without one. */
  progress(assistant: IAssistant): string;
  /** Show another fix of the loop, or insert the cell that it stands for. */
  take(assistant: IAssistant, index: number): Promise<void>;
  /** Ask the model in place of what is shown. */
  askModel(assistant: IAssistant): void;
  readonly changed: ISignal<IRepair, void>;
  stop(assistant: IAssistant): void;
  /** Take the line of an ended loop away; one that runs is stopped. */
  dismiss(assistant: IAssistant): void;
}

export const IRepair = new Token<IRepair>(
  'jupyter-ctx:IRepair',
  'Acts on choices and runs the repair loop.'
);
