import assert from 'node:assert/strict';
import { test } from 'node:test';

import { EMPTY, type IState } from '../../../src/talk/state';
import { Fresh } from '../../../src/view/choices/fresh';
import { isWritten } from '../../../src/view/inuse';
import { reply, turn } from '../values';

function ready(...ids: string[]): IState {
  const turns = ids.map(id => turn(`t${id}`, { reply: reply(id) }));
  return { ...EMPTY, phase: 'ready', conversation: 'c', turns };
}

test('only a reply that comes while one looks is fresh, and once', () => {
  const fresh = new Fresh(ready('a', 'b'));

  assert.deepEqual([fresh.take('a'), fresh.take('b')], [false, false]);
  fresh.see(ready('a', 'b', 'c'));
  assert.deepEqual(
    [fresh.take('b'), fresh.take('c'), fresh.take('c')],
    [false, true, false]
  );
});

test('an older reply is not fresh when it is the last one again', () => {
  const fresh = new Fresh(ready('a', 'b', 'c'));

  fresh.see(ready('a', 'b'));
  assert.equal(fresh.take('b'), false);
  fresh.see(ready('a', 'd'));
  fresh.see(ready('a'));
  fresh.see(ready('a', 'd'));
  assert.equal(fresh.take('d'), false);
});

test('a reply that was shown before comes back unasked among others', () => {
  const one = turn('t', { reply: reply('b', { alternatives: ['a', 'b'] }) });
  const other = turn('t', { reply: reply('a', { alternatives: ['a', 'b'] }) });
  const fresh = new Fresh({ ...ready(), turns: [one] });

  fresh.see({ ...ready(), turns: [other] });
  assert.equal(fresh.take('a'), false);
});

test('a field is written in while it holds a draft, others after a key', () => {
  const draft = { text: 'Why', isDraft: true };
  const cell = { text: 'x = 1', isDraft: false };

  assert.deepEqual(
    [
      isWritten(null, 0),
      isWritten({ ...draft, text: ' ' }, 0),
      isWritten(draft, 60_000),
      isWritten(cell, 100),
      isWritten(cell, 60_000)
    ],
    [false, false, true, true, false]
  );
});
