/** Acts on choices and keeps the repair loop of each open notebook; no view. */

import { Signal, type ISignal } from '@lumino/signaling';

import { replacement } from './fixes';
import { Loop } from './loop';
import type { Choice, Turn } from '../protocol.generated';
import type { IEnclosure } from '../talk/queue';
import * as say from '../sayings';
import type { IActed, IAssistant, ILoop, IOutcome, IRepair } from '../tokens';

export class Repair implements IRepair {
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  async choose(
    assistant: IAssistant,
    turn: Turn,
    choice: string
  ): Promise<IOutcome> {
    const { reply } = turn;
    const picked = reply?.choices.find(one => one.id === choice);
    if (!reply || picked === undefined) {
      return { kind: 'failed', turn: turn.id, message: say.OLD_CHOICE };
    }
    if (picked.action.plan !== undefined) {
      await runCells(assistant, picked.action.run);
      // The reply is the next step of the plan, which a model may still write.
      const choosing = assistant.choose(turn.id, reply.id, choice);
      const acted = act(assistant, turn, picked);
      const next = await choosing;
      return next.kind === 'done' ? joined(next, acted) : next;
    }
    const outcome = await assistant.choose(turn.id, reply.id, choice);
    const isDone = outcome.kind === 'done';
    return isDone ? joined(outcome, act(assistant, turn, picked)) : outcome;
  }

  async fix(
    assistant: IAssistant,
    cell: string,
    wantsModel = false,
    enclosed: readonly IEnclosure[] = []
  ): Promise<void> {
    this.dismiss(assistant);
    const loop = new Loop(assistant, cell);
    this._loops.set(assistant, loop);
    loop.changed.connect(this._changes, this);
    await loop.run(wantsModel, enclosed);
  }

  explain(
    assistant: IAssistant,
    cell: string,
    enclosed: readonly IEnclosure[] = []
  ): Promise<IOutcome> {
    const { actions } = assistant;
    const focus = actions.focus();
    const hasFailed = actions.failure(cell) !== '';
    return assistant.ask(say.explainPrompt(actions.label(cell), hasFailed), {
      kind: 'explain',
      enclosed,
      focus: focus?.cell === cell ? focus : { cell }
    });
  }

  loop(assistant: IAssistant): ILoop | null {
    return this._loops.get(assistant) ?? null;
  }

  progress(assistant: IAssistant): string {
    return this._loops.get(assistant)?.line ?? '';
  }

  async take(assistant: IAssistant, index: number): Promise<void> {
    const loop = this._loops.get(assistant);
    const choice = loop?.choice(index) ?? null;
    if (loop?.show(index) === false && choice !== null) {
      await this.choose(assistant, ...choice);
    }
  }

  askModel(assistant: IAssistant): void {
    this._loops.get(assistant)?.askModel();
  }

  stop(assistant: IAssistant): void {
    this._loops.get(assistant)?.stop();
  }

  dismiss(assistant: IAssistant): void {
    const loop = this._loops.get(assistant);
    if (loop !== undefined) {
      this._loops.delete(assistant);
      loop.dispose();
      this._changed.emit();
    }
  }

  private _changes(): void {
    this._changed.emit();
  }

  private readonly _changed = new Signal<this, void>(this);
  private readonly _loops = new Map<IAssistant, Loop>();
}

/** Let *outcome* say what the action has to say. */
function joined(outcome: IOutcome, acted: IActed | null): IOutcome {
  if (acted === null || acted.message === '') {
    return outcome;
  }
  const kind = acted.ok ? 'done' : 'failed';
  return { ...outcome, kind, message: acted.message };
}

/** Run *cells*, ids with spaces between them, until one fails: a plan is checked. */
async function runCells(
  { actions }: IAssistant,
  cells: string | undefined
): Promise<void> {
  for (const cell of cells?.split(' ') ?? []) {
    const acted = await actions.run(cell);
    if (!acted.ok) {
      return;
    }
  }
}

/** Do in the document what *choice* stands for; null if that is nothing. */
function act(
  { actions }: IAssistant,
  turn: Turn,
  choice: Choice
): IActed | null {
  const proposal = replacement(turn, choice);
  if (proposal !== null) {
    return actions.propose(proposal);
  }
  const { insert } = choice.action;
  return insert === undefined
    ? null
    : actions.insert(insert, 'below', turn.cell, turn.id);
}
