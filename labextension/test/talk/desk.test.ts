import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type IAsker, Desk } from '../../src/talk/desk';
import type { IStorage } from '../../src/talk/draft';
import {
  dropped,
  edited,
  type IEnclosure,
  type IQueued,
  lost,
  moved
} from '../../src/talk/queue';
import type { Turn } from '../../src/protocol.generated';
import { EMPTY, type IState } from '../../src/talk/state';
import type { IAskOptions, IOutcome } from '../../src/tokens';
import { reply, turn } from '../view/values';

/** Holds each request until it is ended. */
class Asker implements IAsker {
  state: IState = { ...EMPTY, phase: 'ready' };
  readonly asked: string[] = [];
  readonly options: IAskOptions[] = [];
  private ends: ((outcome: IOutcome) => void)[] = [];

  ask(prompt: string, options: IAskOptions): Promise<IOutcome> {
    this.asked.push(prompt);
    this.options.push(options);
    return new Promise(resolve => this.ends.push(resolve));
  }

  async end(kind: IOutcome['kind'], id = 't'): Promise<void> {
    this.ends.shift()?.({ kind, turn: id, message: '' });
    await new Promise(resolve => setImmediate(resolve));
  }

  show(...turns: Turn[]): void {
    this.state = { ...this.state, turns };
  }
}

class Storage implements IStorage {
  readonly items = new Map<string, string>();
  limit = Infinity;

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (value.length > this.limit) {
      throw new Error('full');
    }
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }
}

const LIVE = turn('a', {
  live: { reply: 'r', text: '', reasoning: '', activity: '' }
});

function message(text: string): IQueued {
  return { id: text, text, kind: 'ask', focus: { cell: 'c' }, enclosed: [] };
}

function texts(desk: Desk): string[] {
  return desk.queue.map(one => one.text);
}

/** A desk where a reply is being made and two messages wait. */
function waiting(): { asker: Asker; desk: Desk; storage: Storage } {
  const asker = new Asker();
  const storage = new Storage();
  const desk = new Desk(asker, storage, 'a.ipynb');
  asker.show(LIVE);
  desk.step();
  desk.put(message('one'));
  desk.put(message('two'));
  return { asker, desk, storage };
}

test('what waits is sent in its order, one after the other', async () => {
  const { asker, desk } = waiting();
  assert.deepEqual(asker.asked, []);

  asker.show(turn('a', { reply: reply('r') }));
  desk.step();
  assert.deepEqual([asker.asked, texts(desk)], [['one'], ['two']]);
  assert.deepEqual(asker.options[0]?.focus, { cell: 'c' });
  desk.step();
  assert.deepEqual(asker.asked, ['one']);
  await asker.end('done');
  assert.deepEqual([asker.asked, texts(desk)], [['one', 'two'], []]);
});

test('a stop or a failure pauses it, until the user lets it go on', async () => {
  for (const [status, why] of [
    ['cancelled', 'stopped'],
    ['failed', 'failed']
  ] as const) {
    const { asker, desk } = waiting();
    asker.show(turn('a', { reply: reply('r', { status }) }));
    desk.step();
    assert.deepEqual([desk.pause, asker.asked], [why, []]);
    desk.resume();
    assert.deepEqual([desk.pause, asker.asked], ['', ['one']]);
    await asker.end('failed');
    assert.deepEqual([desk.pause, asker.asked], ['failed', ['one']]);
  }
});

test('a message of which nothing came is the next one again', async () => {
  const { asker, desk } = waiting();
  asker.show();
  desk.step();
  await asker.end('failed', '');

  assert.deepEqual(texts(desk), ['one', 'two']);
  assert.equal(desk.pause, 'failed');
});

test('without a connection it waits', () => {
  const { asker, desk } = waiting();
  asker.state = { ...asker.state, turns: [], phase: 'lost' };
  desk.step();
  assert.deepEqual(asker.asked, []);
});

test('queue, texts and pictures are there after a reload, and nothing is sent', () => {
  const { desk, storage } = waiting();
  desk.remember('an earlier one');
  desk.enclose({ key: 'k', name: 'a.png', mime: '', size: 1, data: 'AA==' });

  const asker = new Asker();
  const again = new Desk(asker, storage, 'a.ipynb');
  again.step();

  assert.deepEqual(texts(again), ['one', 'two']);
  assert.deepEqual(again.past, ['an earlier one']);
  assert.deepEqual(again.enclosed, desk.enclosed);
  assert.deepEqual([again.pause, asker.asked], ['reload', []]);
  assert.deepEqual(new Desk(asker, storage, 'b.ipynb').queue, []);
  desk.move('b.ipynb');
  assert.deepEqual(texts(new Desk(asker, storage, 'b.ipynb')), ['one', 'two']);
});

function file(name: string, length: number): IEnclosure {
  return { key: name, name, mime: '', size: 1, data: 'A'.repeat(length) };
}

test('a storage that is full keeps the words, what fits, and the names of the rest', () => {
  const { desk, storage } = waiting();
  storage.limit = 2_000;
  desk.enclose(file('large', 5_000));
  desk.enclose(file('small', 100));

  const again = new Desk(new Asker(), storage, 'a.ipynb');
  assert.deepEqual(texts(again), ['one', 'two']);
  assert.deepEqual(again.enclosed, [file('large', 0), file('small', 100)]);
  assert.deepEqual(lost(again.enclosed), [file('large', 0)]);
  assert.deepEqual(lost(desk.enclosed), []);
});

test('what a reload took is never left out in silence', async () => {
  const storage = new Storage();
  const busy = new Asker();
  busy.show(LIVE);
  const before = new Desk(busy, storage, 'a');
  before.step();
  storage.limit = 1_000;
  const whole = { ...message('look'), enclosed: [file('plot.png', 5_000)] };
  before.put(whole);
  before.put({ ...message('too'), enclosed: [file('b.png', 5_000)] });

  const asker = new Asker();
  const desk = new Desk(asker, storage, 'a');
  desk.resume();
  desk.resume();
  assert.deepEqual([desk.pause, asker.asked], ['lost', []]);

  assert.equal(desk.enclose({ ...file('plot.png', 5_000), key: 'n' }), true);
  assert.deepEqual([desk.pause, asker.asked], ['', ['look']]);
  assert.deepEqual(
    asker.options[0]?.enclosed?.map(one => one.key),
    ['n']
  );
  assert.deepEqual(desk.enclosed, []);
  await asker.end('done');
  assert.deepEqual([desk.pause, asker.asked], ['lost', ['look']]);
  desk.strip('too');
  assert.deepEqual([desk.pause, asker.asked], ['', ['look', 'too']]);
  assert.deepEqual(asker.options[1]?.enclosed, []);
});

test('a message that is being changed waits, and is sent in its new words', async () => {
  const { asker, desk, storage } = waiting();
  desk.write('one', 'one, but');
  asker.show(turn('a', { reply: reply('r') }));
  desk.step();
  assert.deepEqual([asker.asked, desk.pause], [[], '']);
  const again = new Desk(new Asker(), storage, 'a.ipynb');
  assert.deepEqual(again.edits, { one: 'one, but' });

  desk.edit('one', 'one, but better');
  assert.deepEqual([asker.asked, desk.edits], [['one, but better'], {}]);
  desk.write('two', 'x');
  await asker.end('done');
  assert.deepEqual(asker.asked, ['one, but better']);
  desk.write('two', null);
  assert.deepEqual(asker.asked, ['one, but better', 'two']);
});

test('a message removed while it is changed lets the next one go', () => {
  const { asker, desk } = waiting();
  desk.write('one', 'x');
  asker.show();
  desk.step();
  desk.drop('one');
  assert.deepEqual([asker.asked, desk.edits], [['two'], {}]);
});

test('a question being changed is there after a reload, and under a new name', () => {
  const { desk, storage } = waiting();
  desk.write('turn:a', 'half a change');
  desk.move('b.ipynb');
  const again = new Desk(new Asker(), storage, 'b.ipynb');
  assert.deepEqual(again.edits, { 'turn:a': 'half a change' });
  again.write('turn:a', null);
  assert.deepEqual(new Desk(new Asker(), storage, 'b.ipynb').edits, {});
});

test('damaged storage is an empty desk', () => {
  const storage = new Storage();
  for (const text of ['{', '[]', '{"queue": 3}', 'null']) {
    storage.items.set('jupyter-ctx:desk:a', text);
    assert.deepEqual(new Desk(new Asker(), storage, 'a').queue, []);
  }
});

test('at most six pictures and files go along', () => {
  const desk = new Desk(new Asker(), new Storage(), 'a');
  const enclose = (key: string): boolean =>
    desk.enclose({ key, name: key, mime: '', size: 1, data: '' });
  const taken = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'a'].map(enclose);
  assert.deepEqual(taken.slice(-3), [true, false, true]);
});

test('messages that wait are changed, moved and taken back', () => {
  const queue = ['a', 'b', 'c'].map(message);
  const names = (found: readonly IQueued[]): string =>
    found.map(one => one.text).join('');
  assert.equal(names(moved(queue, 'c', -2)), 'cab');
  assert.equal(names(moved(queue, 'a', 1)), 'bac');
  assert.equal(names(moved(queue, 'a', -1)), 'abc');
  assert.equal(names(dropped(queue, 'b')), 'ac');
  assert.equal(names(edited(queue, 'b', 'x')), 'axc');
});

test('what was sent as the page went is not asked again by the next one', async () => {
  const { asker, desk, storage } = waiting();
  asker.show(turn('a', { reply: reply('r') }));
  desk.step();
  desk.dispose();
  await asker.end('failed', '');

  assert.deepEqual(texts(new Desk(asker, storage, 'a.ipynb')), ['two']);
});
