import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { EMPTY, type IState } from '../../../src/talk/state';
import { Fresh } from '../../../src/view/choices/fresh';
import {
  type IListing,
  listing,
  press,
  TYPING
} from '../../../src/view/choices/listing';
import { reply, turn } from '../values';

const LABELS = ['Plot', 'Table', 'tail', 'Stop'];

/** Press *keys* at the times; gives where one stands then, or what came of it. */
function after(keys: readonly string[], pause = 0, at = 0): unknown {
  let list: IListing = listing(LABELS, at);
  for (const [index, key] of keys.entries()) {
    const next = press(list, key, index * pause);
    if (next === null || next === 'choose') {
      return next;
    }
    list = next;
  }
  return list.at;
}

describe('a list of choices', () => {
  it('goes up and down and stays within', () => {
    strictEqual(after(['ArrowDown', 'ArrowDown']), 2);
    strictEqual(after(['ArrowUp']), 0);
    strictEqual(after(['End', 'ArrowDown']), 3);
    strictEqual(after(['End', 'Home']), 0);
  });

  it('jumps to a digit that is there', () => {
    strictEqual(after(['3']), 2);
    strictEqual(after(['9'], 0, 1), 1);
  });

  it('goes to what is typed, whatever its case', () => {
    strictEqual(after(['s']), 3);
    strictEqual(after(['t', 'a', 'i']), 2);
    strictEqual(after(['t', 't']), 2);
    strictEqual(after(['t', 'a', 'i'], TYPING + 1), 1);
    strictEqual(after(['x'], 0, 1), 1);
  });

  it('chooses by Enter and Space, and leaves other keys alone', () => {
    strictEqual(after(['Enter']), 'choose');
    strictEqual(after([' ']), 'choose');
    strictEqual(after(['Escape']), null);
    strictEqual(after(['Tab']), null);
  });
});

describe('a fresh reply', () => {
  const state = (...replies: string[]): IState => ({
    ...EMPTY,
    phase: 'ready',
    conversation: 'c',
    turns: replies.map(id => turn(`t${id}`, { reply: reply(id) }))
  });

  it('is one that came while the page was connected, and is so once', () => {
    const fresh = new Fresh({ ...EMPTY, phase: 'connecting' });
    fresh.see(state('r1'));
    strictEqual(fresh.take('r1'), false);
    fresh.see(state('r1', 'r2'));
    deepStrictEqual([fresh.take('r2'), fresh.take('r2')], [true, false]);
  });

  it('is none after another connection or in another conversation', () => {
    const fresh = new Fresh(state('r1'));
    fresh.see({ ...state('r1'), phase: 'lost' });
    fresh.see(state('r1', 'r2'));
    fresh.see({ ...state('r9'), conversation: 'd' });
    deepStrictEqual([fresh.take('r2'), fresh.take('r9')], [false, false]);
  });
});
