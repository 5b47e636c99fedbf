import assert from 'node:assert/strict';
import { test } from 'node:test';

import { editKey, editOf } from '../../../src/view/transcript/edits';
import { isUndoable } from '../../../src/view/outcome';
import { cutSentence } from '../../../src/view/sentences';
import { trans, turn } from '../values';

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

test('what was cleared or deleted has its undo beside it, what was undone has not', () => {
  const said = [
    'Started over; Undo brings the conversation back.',
    '1,200 messages were deleted; Undo brings them back.',
    'Undone: reset.',
    ''
  ];
  assert.deepEqual(said.map(isUndoable), [true, true, false, false]);
});

test('thousands of messages are counted with a comma', () => {
  assert.match(cutSentence('delete', 9_999, trans), / 9,999 later ones/);
  assert.match(cutSentence('regenerate', 9_999, trans), / 9,999 messages/);
});
