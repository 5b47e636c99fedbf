import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Body } from '../../src/kernel/client';
import { Past } from '../../src/talk/past';
import type { IOutcome } from '../../src/tokens';

test('each act on the conversation is one request of the wire', () => {
  const sent: Body[] = [];
  const take = (body: Body): Promise<IOutcome> => {
    sent.push(body);
    return Promise.resolve({ kind: 'done', turn: '', message: '' });
  };
  const past = new Past({ request: take, send: take });

  void past.hide('t', true);
  void past.pin('t', false);
  void past.compact('the joins', true);
  void past.restore();
  void past.clear();
  void past.instruct('use polars');
  void past.lift('i');
  void past.list('join');
  void past.open('c');
  void past.begin();
  void past.export('json');
  void past.import({ name: 'a.json', text: '{}' });
  void past.memory();
  void past.older(100);

  assert.deepEqual(sent, [
    { type: 'prune', turn: 't', isHidden: true },
    { type: 'pin', turn: 't', isPinned: false },
    { type: 'compact', keep: 'the joins', isPreview: true },
    { type: 'undo_compact' },
    { type: 'clear' },
    { type: 'instruct', text: 'use polars' },
    { type: 'lift', instruction: 'i' },
    { type: 'list_conversations', text: 'join' },
    { type: 'open_conversation', conversation: 'c' },
    { type: 'new_conversation' },
    { type: 'export', form: 'json' },
    { type: 'import', name: 'a.json', text: '{}' },
    { type: 'memory' },
    { type: 'older', count: 100 }
  ]);
});
