/** What keys do in a list of choices; pure. */

/** Where one stands in a list, and what was typed to get there. */
export interface IListing {
  readonly labels: readonly string[];
  readonly at: number;
  readonly typed: string;
  /** When the last letter was typed, in milliseconds. */
  readonly typedAt: number;
}

/** What a key came to: another place, the choice of this one, or nothing of ours. */
export type Pressed = IListing | 'choose' | null;

/** Letters that follow within this time make one word, in milliseconds. */
export const TYPING = 700;

export function listing(labels: readonly string[], at = 0): IListing {
  return { labels, at, typed: '', typedAt: -Infinity };
}

type Move = (at: number, last: number) => number;

const MOVES = new Map<string, Move>([
  ['ArrowUp', at => Math.max(at - 1, 0)],
  ['ArrowDown', (at, last) => Math.min(at + 1, last)],
  ['Home', () => 0],
  ['PageUp', () => 0],
  ['End', (_, last) => last],
  ['PageDown', (_, last) => last]
]);

export function press(list: IListing, key: string, now: number): Pressed {
  const move = MOVES.get(key);
  if (move !== undefined) {
    return place(list, move(list.at, list.labels.length - 1));
  }
  if (key === 'Enter') {
    return 'choose';
  }
  return key.length === 1 ? type(list, key, now) : null;
}

function place(list: IListing, at: number): IListing {
  return { ...list, at, typed: '' };
}

/** Go to the option of a digit, or to the next that begins with what is typed. */
function type(list: IListing, key: string, now: number): Pressed {
  const isGoingOn = list.typed !== '' && now - list.typedAt < TYPING;
  if (!isGoingOn && /^[1-9]$/.test(key)) {
    const at = Number(key) - 1;
    return at < list.labels.length ? place(list, at) : list;
  }
  if (!isGoingOn && key === ' ') {
    return 'choose';
  }
  const typed = (isGoingOn ? list.typed : '') + key.toLowerCase();
  return { ...list, at: found(list, typed), typed, typedAt: now };
}

/** The same letter again and again goes from one option to the next. */
function found({ labels, at }: IListing, typed: string): number {
  const isRepeated = [...typed].every(one => one === typed[0]);
  const word = isRepeated ? (typed[0] ?? '') : typed;
  const start = isRepeated ? at + 1 : at;
  const order = labels.map((_, index) => (start + index) % labels.length);
  const next = order.find(index =>
    (labels[index] ?? '').toLowerCase().startsWith(word)
  );
  return next ?? at;
}
