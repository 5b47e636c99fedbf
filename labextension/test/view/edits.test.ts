import assert from 'node:assert/strict';
import { test } from 'node:test';

import { editKey, editOf } from '../../src/view/edits';
import { turn } from './values';

test('the question that was changed last is open again, if it is in view', () => {
  const edits = {
    [editKey('a')]: 'first',
    [editKey('b')]: 'second',
    [editKey('gone')]: 'third',
    c: 'a message that waits'
  };
  const turns = [turn('a'), turn('b'), turn('c')];
  assert.deepEqual(
    [editOf(edits, turns), editOf(edits, [turn('a')]), editOf({}, turns)],
    ['b', 'a', '']
  );
});
