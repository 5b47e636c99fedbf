import assert from 'node:assert/strict';
import { test } from 'node:test';

import { near } from '../../src/view/composer/near';
import {
  AT_DRAFT,
  earlier,
  isAtEdge,
  walk
} from '../../src/view/composer/recall';
import { unknown } from '../../src/view/composer/slashrun';
import { trans, turn } from './values';

const ALL = ['one', 'two', 'three'];

test('the arrows walk to older texts and back to what was being written', () => {
  const older = walk(AT_DRAFT, 1, 'draft', ALL);
  assert.deepEqual(older, { recall: { at: 1, draft: 'draft' }, text: 'three' });
  const oldest = [1, 1].reduce(
    now => walk(now.recall, 1, now.text, ALL) ?? now,
    older ?? { recall: AT_DRAFT, text: '' }
  );
  assert.equal(oldest.text, 'one');
  assert.equal(walk(oldest.recall, 1, 'one', ALL), null);
  const back = [-1, -1, -1].reduce(
    now => walk(now.recall, -1, now.text, ALL) ?? now,
    oldest
  );
  assert.deepEqual(back, { recall: AT_DRAFT, text: 'draft' });
  assert.equal(walk(AT_DRAFT, -1, 'draft', ALL), null);
});

test('earlier texts are those of the branch and those sent here, each once', () => {
  const turns = [
    turn('a', { prompt: 'first' }),
    turn('b', { prompt: 'Plot', forUser: true }),
    turn('c', { prompt: 'second' })
  ];
  const sent = ['second', '/compact', 'first'];
  assert.deepEqual(earlier(turns, sent), ['second', '/compact', 'first']);
  assert.deepEqual(earlier(turns, []), ['first', 'second']);
  assert.deepEqual(earlier(turns, ['x']), ['first', 'second', 'x']);
});

test('an arrow leaves a text in its first or its last line alone', () => {
  const at = (caret: number, by: 1 | -1): boolean =>
    isAtEdge('one\ntwo', caret, by);
  assert.deepEqual([at(0, 1), at(3, 1), at(4, 1)], [true, true, false]);
  assert.deepEqual([at(7, -1), at(4, -1), at(3, -1)], [true, true, false]);
});

test('a command that is unknown is told with the one that may be meant', () => {
  assert.deepEqual(near('compcat', ['compact', 'clear']), ['compact']);
  assert.deepEqual(near('exp', ['export', 'explain', 'help']), [
    'export',
    'explain'
  ]);
  assert.deepEqual(near('zzz', ['compact']), []);
  assert.equal(
    unknown('modle', trans),
    'There is no command /modle. Did you mean /model?'
  );
  assert.equal(
    unknown('foo', trans),
    'There is no command /foo. Write /help for the list, //foo to send it.'
  );
});
