/** The repair loop of one cell: fix, diff, the user's word, run; at most three rounds. */

import { Signal, type ISignal } from '@lumino/signaling';

import { type IFix, offer } from './fixes';
import type { Turn } from '../protocol.generated';
import type { IEnclosure } from '../talk/queue';
import * as say from '../sayings';
import type {
  IActed,
  IAssistant,
  IDecision,
  ILoop,
  IOutcome,
  IProposal
} from '../tokens';

export const ROUNDS = 3;

/** Where a loop is; changed as a whole by `_go` alone. */
interface IStep {
  readonly phase: 'asking' | 'deciding' | 'running' | 'ended';
  readonly line: string;
  /** The turn that offers *fixes*. */
  readonly turn: Turn | null;
  readonly fixes: readonly IFix[];
  /** Which of the fixes is shown as a diff; -1 for none. */
  readonly shown: number;
}

const START: IStep = {
  phase: 'asking',
  line: '',
  turn: null,
  fixes: [],
  shown: -1
};

/** What the user decided; *model* asks the model for another fix. */
type Word = 'accepted' | 'rejected' | 'gone' | 'model' | 'ended';

/** Runs once; no cell is run before the user accepted the diff of that round. */
export class Loop implements ILoop {
  constructor(
    private readonly _assistant: IAssistant,
    readonly cell: string
  ) {
    _assistant.actions.decided.connect(this._hear, this);
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get line(): string {
    return this._step.line;
  }

  get isRunning(): boolean {
    return this._step.phase !== 'ended';
  }

  get fixes(): readonly string[] {
    return this._step.fixes.map(fix => fix.label);
  }

  get shown(): number {
    return this._step.shown;
  }

  get canAskModel(): boolean {
    const { phase, fixes, shown } = this._step;
    // What comes from the kernel's own knowledge is a choice of the reply.
    return phase === 'deciding' && (fixes[shown]?.choice ?? '') !== '';
  }

  /** The turn and choice that stand for a fix; null where its code is meant. */
  choice(index: number): readonly [Turn, string] | null {
    const { turn, fixes } = this._step;
    const choice = fixes[index]?.choice ?? '';
    return turn === null || choice === '' ? null : [turn, choice];
  }

  /** Run; what is *enclosed* goes with the first question. */
  async run(
    wantsModel: boolean,
    enclosed: readonly IEnclosure[] = []
  ): Promise<void> {
    this._enclosed = enclosed;
    let [round, isFromModel] = [1, wantsModel];
    while (this.isRunning && round <= ROUNDS) {
      const isAskedAnew = await this._round(round, isFromModel);
      isFromModel = isAskedAnew || wantsModel;
      round += isAskedAnew ? 0 : 1;
    }
    const { actions } = this._assistant;
    this._end(say.gaveUp(this._name, actions.failure(this.cell)));
  }

  /** End it wherever it is; a reply on its way is stopped too. */
  stop(): void {
    const { phase } = this._step;
    const proposal = this._proposal;
    this._end(phase === 'running' ? say.stillRuns(this._name) : say.STOPPED);
    if (phase === 'asking') {
      void this._assistant.stop(this._live());
    } else if (phase === 'deciding' && proposal !== null) {
      this._assistant.actions.reject(proposal.cell);
    }
  }

  /** Show another of the fixes as the diff; tells whether it changes a cell. */
  show(index: number): boolean {
    const proposal = this._step.fixes[index]?.proposal ?? null;
    if (this._step.phase === 'deciding' && proposal !== null) {
      this._propose(index, proposal);
    }
    return proposal !== null;
  }

  askModel(): void {
    const proposal = this._proposal;
    this._decide('model');
    if (proposal !== null) {
      this._assistant.actions.reject(proposal.cell);
    }
  }

  dispose(): void {
    if (this.isRunning) {
      this.stop();
    }
    this._assistant.actions.decided.disconnect(this._hear, this);
    Signal.clearData(this);
  }

  private get _name(): string {
    return this._assistant.actions.label(this.cell);
  }

  private get _proposal(): IProposal | null {
    return this._step.fixes[this._step.shown]?.proposal ?? null;
  }

  /** Go one round; true tells that the model shall be asked in its place. */
  private async _round(round: number, isFromModel: boolean): Promise<boolean> {
    await this._ask(round, isFromModel);
    const word = await this._listen(round);
    if (word === 'accepted') {
      await this._try(round);
    } else if (word === 'rejected' || word === 'gone') {
      this._end(word === 'gone' ? say.GONE : say.REJECTED);
    }
    return word === 'model';
  }

  private async _ask(round: number, wantsModel: boolean): Promise<void> {
    const { actions } = this._assistant;
    const line = say.looking(round, this._name);
    this._go({ ...START, line });
    const source = actions.source(this.cell);
    const focus = actions.focus();
    const enclosed = this._enclosed;
    this._enclosed = [];
    const outcome = await this._assistant.ask(say.fixPrompt(this._name), {
      kind: 'fix',
      focus: focus?.cell === this.cell ? focus : { cell: this.cell },
      attempt: round,
      wantsModel,
      ...(enclosed.length > 0 ? { enclosed } : {})
    });
    const turns = this._assistant.state.turns;
    const turn = turns.find(one => one.id === outcome.turn);
    this._giveBack(enclosed, outcome);
    if (outcome.kind !== 'done' || turn === undefined) {
      this._end(outcome.message || say.STOPPED);
    } else {
      this._take(turn, source);
    }
  }

  /** Where nothing came of a question, what is *enclosed* is there for the next. */
  private _giveBack(enclosed: readonly IEnclosure[], outcome: IOutcome): void {
    if (outcome.kind !== 'done' && outcome.turn === '') {
      enclosed.forEach(one => void this._assistant.enclose(one));
    }
  }

  /** Show the first fix that *turn* offers, or say why there is none. */
  private _take(turn: Turn, source: string): void {
    const { fixes, reason } = offer(turn, this.cell, source);
    const first = fixes[0];
    this._go({ turn, fixes });
    if (first === undefined || first.proposal === null) {
      this._end(first === undefined ? reason : say.newCell(this._name));
    } else {
      this._propose(0, first.proposal);
    }
  }

  private _propose(shown: number, proposal: IProposal): void {
    if (this.isRunning) {
      const acted = this._assistant.actions.propose(proposal);
      this._go({ shown });
      if (!acted.ok) {
        this._end(acted.message);
      }
    }
  }

  /** Wait for the user's word on what is shown. */
  private _listen(round: number): Promise<Word> {
    this._go({ phase: 'deciding', line: say.deciding(round, this._name) });
    return this.isRunning
      ? new Promise(resolve => (this._answer = resolve))
      : Promise.resolve('ended');
  }

  private _hear(_: unknown, { proposal, verdict }: IDecision): void {
    // Another change may take the place of ours: then its end counts.
    if (verdict !== 'replaced' && proposal.cell === this._proposal?.cell) {
      this._accepted = verdict === 'accepted' ? proposal : null;
      this._decide(verdict);
    }
  }

  private _decide(word: Word): void {
    this._answer?.(word);
    this._answer = null;
  }

  private async _try(round: number): Promise<void> {
    this._go({ phase: 'running', line: say.running(round, this._name) });
    await this._record();
    const ran = await this._runBoth(this._accepted?.cell ?? this.cell);
    if (ran !== null) {
      this._judge(round, ran);
    }
  }

  /** End where the cell runs, or where there is nothing to learn from its run. */
  private _judge(round: number, ran: IActed): void {
    const error = this._assistant.actions.failure(ran.cell);
    if (ran.ok) {
      this._end(say.fixed(round, this._name));
    } else if (error.startsWith('KeyboardInterrupt')) {
      this._end(say.interrupted(this._name));
    } else if (ran.hasRun !== true || ran.cell !== this.cell) {
      this._end(ran.message);
    }
  }

  /** Run the failing cell; a changed cell above it, where the fault was, first. */
  private async _runBoth(changed: string): Promise<IActed | null> {
    const above = changed === this.cell ? null : await this._run(changed);
    return above?.ok === false ? above : this._run(this.cell);
  }

  /** Select the accepted fix, so that the conversation tells what was done. */
  private async _record(): Promise<void> {
    const choice = this.choice(this._step.shown);
    const reply = choice?.[0].reply ?? null;
    const isShown = this._accepted?.source === this._proposal?.source;
    if (choice !== null && reply !== null && isShown) {
      await this._assistant.choose(choice[0].id, reply.id, choice[1]);
    }
  }

  private async _run(cell: string): Promise<IActed | null> {
    return this.isRunning ? this._assistant.actions.run(cell) : null;
  }

  /** The reply that is being made for this cell, else the newest. */
  private _live(): string | undefined {
    const live = this._assistant.state.turns.filter(turn => turn.live !== null);
    const bound = live.filter(turn => turn.cell === this.cell);
    return (bound.pop() ?? live.pop())?.id;
  }

  private _end(line: string): void {
    this._go({ phase: 'ended', line });
    this._decide('ended');
  }

  private _go(change: Partial<IStep>): void {
    if (this.isRunning) {
      this._step = { ...this._step, ...change };
      this._changed.emit();
    }
  }

  private readonly _changed = new Signal<this, void>(this);
  private _step = START;
  private _enclosed: readonly IEnclosure[] = [];
  private _accepted: IProposal | null = null;
  private _answer: ((word: Word) => void) | null = null;
}
