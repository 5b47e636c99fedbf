import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  find,
  nearest,
  occurrences,
  placeOf
} from '../../../src/view/text/search';
import { reply, turn } from '../values';

const said = (prompt: string, text: string) =>
  turn(prompt, { prompt, reply: reply('r', { text }) });

test('words are found in questions and replies, whatever their capitals', () => {
  const turns = [said('Elm?', 'An elm. An ELM.'), said('Oak?', 'No.')];
  assert.deepEqual(find(turns, 'elm', 40), [
    { turn: 'Elm?', index: 40, nth: 0 },
    { turn: 'Elm?', index: 40, nth: 1 },
    { turn: 'Elm?', index: 40, nth: 2 }
  ]);
  assert.deepEqual(find(turns, 'oak', 40), [
    { turn: 'Oak?', index: 41, nth: 0 }
  ]);
});

test('what is being said is searched, and of no words nothing', () => {
  const live = { reply: 'r', text: 'growing elm', reasoning: '', activity: '' };
  assert.equal(find([turn('a', { live })], 'growing elm', 0).length, 1);
  assert.deepEqual(find([said('a', 'b')], '  ', 0), []);
});

test('places do not overlap', () => {
  assert.deepEqual(occurrences('aaaa', 'aa'), [0, 2]);
});

test('the first place is that where the reader is, or else the last before', () => {
  const hits = [3, 8].map(index => ({ turn: 't', index, nth: 0 }));
  assert.deepEqual(
    [0, 3, 4, 9].map(at => nearest(hits, at)),
    [0, 0, 1, 1]
  );
  assert.equal(nearest([], 3), -1);
});

test('what is read is searched, not the marks and addresses of Markdown', () => {
  const turns = [said('q', 'The **old elm** [here](https://elm.example).')];
  assert.deepEqual(
    ['old elm here', 'elm', '**'].map(words => find(turns, words, 0).length),
    [1, 1, 0]
  );
});

test('a place stays the same one when others are found before it', () => {
  const turns = ['a', 'b', 'c'].map(id => ({ ...said('elm', 'elm'), id }));
  const some = find(turns.slice(1), 'elm', 1);
  const all = find(turns, 'elm', 0);
  const hit = { turn: 'b', index: 1, nth: 1 };
  assert.deepEqual([placeOf(some, hit), placeOf(all, hit)], [1, 3]);
  assert.equal(placeOf(find(turns.slice(0, 1), 'elm', 0), hit), 1);
});
