import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Newest } from '../../../src/view/text/newest';

/** A job that ends when the test says so. */
class Job {
  readonly began: string[] = [];
  private readonly _ends: (() => void)[] = [];

  readonly run = (text: string): Promise<void> => {
    this.began.push(text);
    return new Promise(resolve => this._ends.push(resolve));
  };

  async end(): Promise<void> {
    this._ends.shift()?.();
    await new Promise(resolve => setImmediate(resolve));
  }
}

test('one job runs at a time, and of those that wait only the newest', async () => {
  const job = new Job();
  const newest = new Newest(job.run);
  for (const text of ['a', 'ab', 'abc']) {
    newest.push(text);
  }
  assert.deepEqual(job.began, ['a']);
  await job.end();

  assert.deepEqual(job.began, ['a', 'abc']);
  await job.end();
  newest.push('abcd');

  assert.deepEqual(job.began, ['a', 'abc', 'abcd']);
});

test('nothing that waits is begun after the end', async () => {
  const job = new Job();
  const newest = new Newest(job.run);
  newest.push('a');
  newest.push('b');
  newest.dispose();
  await job.end();
  newest.push('c');

  assert.deepEqual(job.began, ['a']);
});
