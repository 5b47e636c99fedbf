import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { type HunkAct, hunkAct, perform } from '../../src/cell/hunkkeys';
import { hunksOf } from '../../src/notebook/hunks';
import type { IDocumentActions, IProposal } from '../../src/tokens';

const OLD = 'a\n\nb';
const FRESH = 'A\n\nB';
const HUNKS = hunksOf(OLD, FRESH);
const [FIRST, SECOND] = HUNKS.map(({ key }) => key);

const press = (key: string, more = {}) =>
  hunkAct({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

/** Do *act* where the keys act on the hunk *at*; gives what was called. */
function done(act: HunkAct, at: string | undefined, hunks = HUNKS): unknown[] {
  const called: unknown[] = [];
  const note =
    (name: string) =>
    (...given: unknown[]) => {
      called.push([name, ...given.slice(1)]);
      return { ok: true, message: '', cell: 'c' };
    };
  const names = ['accept', 'apply', 'reject', 'decide', 'look'];
  const actions = Object.fromEntries(names.map(name => [name, note(name)]));
  const proposal: IProposal = {
    cell: 'c',
    base: OLD,
    source: FRESH,
    turn: 't',
    at: at ?? ''
  };
  perform(act, {
    proposal,
    hunks,
    actions: actions as unknown as IDocumentActions,
    onAct: () => undefined
  });
  return called;
}

describe('a key in a change', () => {
  it('has its act, but none where it is a shortcut of others', () => {
    deepStrictEqual(
      ['n', 'p', 'a', 'r', 'u', 'A', 'Escape', 'x', 'Enter'].map(key =>
        press(key)
      ),
      [
        'next',
        'previous',
        'accept',
        'reject',
        'anew',
        'accept-all',
        'leave',
        null,
        null
      ]
    );
    strictEqual(press('a', { ctrlKey: true }), null);
  });

  it('acts on the hunk it is at, or on the first one', () => {
    deepStrictEqual(
      [
        done('accept', SECOND),
        done('reject', ''),
        done('anew', 'of a hunk that is gone'),
        done('next', FIRST),
        done('next', SECOND),
        done('previous', FIRST)
      ],
      [
        [['decide', SECOND, 'accepted']],
        [['decide', FIRST, 'rejected']],
        [['decide', FIRST, null]],
        [['look', SECOND]],
        [['look', FIRST]],
        [['look', SECOND]]
      ]
    );
  });

  it('does nothing where there is no hunk, but can always leave', () => {
    deepStrictEqual(
      [
        done('accept', '', []),
        done('accept-all', '', []),
        done('leave', '', [])
      ],
      [[], [], [['reject']]]
    );
  });
});
