/** Pinning and dropping items, each step of which can be taken back; no DOM. */

import type { Item } from '../protocol.generated';
import type { IAssistant, IOutcome, KeepWay } from '../tokens';

/** One step: of which item, what was done, and how it was before. */
export interface IStep {
  readonly item: string;
  readonly label: string;
  readonly way: KeepWay;
  readonly before: KeepWay;
  /** The turn, where the item is a message. */
  readonly turn: string;
  /** The conversation in which it was done, and in which alone it can be undone. */
  readonly of: string;
}

const DONE = new WeakMap<IAssistant, readonly IStep[]>();
const MOST = 50; // steps that can be taken back

/** The steps of *assistant* that can be taken back, the newest last. */
export function steps(assistant: IAssistant): readonly IStep[] {
  const { conversation } = assistant.state;
  const done = DONE.get(assistant) ?? [];
  return done.filter(step => step.of === conversation);
}

/** The way that is as *item* is now. */
export function wayOf({ kept }: Pick<Item, 'kept'>): KeepWay {
  switch (kept) {
    case 'pinned':
      return 'pin';
    case 'dropped':
      return 'drop';
    default:
      return 'free';
  }
}

/** Pin, drop or free an item, and note how to take that back. */
export async function keep(
  assistant: IAssistant,
  item: Pick<Item, 'id' | 'kept' | 'turn'>,
  way: KeepWay,
  label: string
): Promise<IOutcome> {
  const before = wayOf(item);
  const { id, turn } = item;
  const of = assistant.state.conversation;
  const outcome = await act(assistant, id, turn, before, way);
  if (outcome.kind === 'done') {
    const step = { item: id, label, way, before, turn, of };
    DONE.set(assistant, [...steps(assistant), step].slice(-MOST));
  }
  return outcome;
}

/** Take the newest step back; null where there is none. */
export async function takeBack(
  assistant: IAssistant
): Promise<IOutcome | null> {
  const last = steps(assistant).slice(-1)[0];
  if (last === undefined) {
    return null;
  }
  const { item, turn, way, before } = last;
  const outcome = await act(assistant, item, turn, way, before);
  if (outcome.kind === 'done') {
    DONE.set(assistant, steps(assistant).slice(0, -1));
  }
  return outcome;
}

/** A message is pinned and hidden as in the conversation, all else as an item. */
async function act(
  { looks, past }: IAssistant,
  item: string,
  turn: string,
  before: KeepWay,
  way: KeepWay
): Promise<IOutcome> {
  if (turn === '') {
    return looks.keep(item, way);
  }
  if (way === 'pin') {
    if (before === 'drop') {
      await past.hide(turn, false);
    }
    return past.pin(turn, true);
  }
  if (way === 'drop') {
    return past.hide(turn, true);
  }
  return before === 'pin' ? past.pin(turn, false) : past.hide(turn, false);
}
