import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import type { AnyEvent, PageEvent } from '../../src/talk/reducer';
import { reduce } from '../../src/talk/reducer';
import type { IState } from '../../src/talk/state';
import { EMPTY } from '../../src/talk/state';
import {
  delta,
  reply,
  staleCell,
  staleChanged,
  status,
  transcript,
  turn,
  turnChanged,
  welcome
} from '../values';

function play(...events: (AnyEvent | PageEvent)[]): IState {
  return events.reduce(reduce, EMPTY);
}

function done(seq: number, requestId: string, note = ''): AnyEvent {
  return { type: 'done', seq, requestId, turn: '', note };
}

function failed(seq: number, requestId: string, message: string): AnyEvent {
  return { type: 'failed', seq, requestId, turn: '', message };
}

describe('reduce', () => {
  it('replaces the whole branch by a transcript', () => {
    const before = transcript(0, [turn('a'), turn('b')]);
    const state = play(before, transcript(1, [turn('c')]));

    deepStrictEqual(state.turns, [turn('c')]);
    strictEqual(state.conversation, 'c1');
  });

  it('notes why a count failed, until there is one', () => {
    const message = 'The budget is too small.';
    const state = play({ type: 'uncounted', message });
    strictEqual(state.uncounted, message);
    const context = { type: 'context', seq: 0 } as AnyEvent;
    strictEqual(reduce(state, context).uncounted, '');
  });

  it('finds the turn that changed by its id, wherever it stands', () => {
    const changed = turn('a', { prompt: 'edited' });
    const state = play(
      transcript(0, [turn('a'), turn('b')]),
      turnChanged(1, changed)
    );

    deepStrictEqual(state.turns, [changed, turn('b')]);
  });

  it('puts a turn that it has not seen at the end', () => {
    const state = play(transcript(0, [turn('a')]), turnChanged(1, turn('b')));

    deepStrictEqual(state.turns, [turn('a', { later: 1 }), turn('b')]);
  });

  it('keeps the turns before those that took the place of others', () => {
    const after = {
      ...transcript(1, [turn('d')]),
      after: 'a',
      canUndo: 'edit'
    };
    const state = play(transcript(0, [turn('a'), turn('b'), turn('c')]), after);

    deepStrictEqual(state.turns, [turn('a', { later: 1 }), turn('d')]);
    strictEqual(state.canUndo, 'edit');
    strictEqual(state.isStale, false);
  });

  it('asks anew where it does not have what it should keep', () => {
    const after = { ...transcript(1, [turn('d')]), after: 'gone' };

    strictEqual(play(transcript(0, [turn('a')]), after).isStale, true);
  });

  it('puts older turns before those that it has', () => {
    const state = play(
      { ...transcript(0, [turn('c')]), before: 2 },
      {
        type: 'older_turns',
        seq: 1,
        requestId: '',
        turns: [turn('b', { later: 1 })],
        before: 1
      }
    );

    deepStrictEqual(state.turns, [turn('b', { later: 1 }), turn('c')]);
    strictEqual(state.before, 1);
  });

  it('lets a live reply grow, beginning with its first delta', () => {
    const state = play(
      transcript(0, [turn('a')]),
      delta(1, 'a', 'r', 'Hel'),
      delta(2, 'a', 'r', 'lo')
    );

    deepStrictEqual(state.turns[0]?.live, {
      reply: 'r',
      text: 'Hello',
      reasoning: '',
      activity: ''
    });
  });

  it('begins anew where another reply is made to the same turn', () => {
    const state = play(
      transcript(0, [turn('a')]),
      delta(1, 'a', 'r', 'one'),
      delta(2, 'a', 's', 'two')
    );

    strictEqual(state.turns[0]?.live?.text, 'two');
  });

  it('keeps an ended reply from growing by a late delta', () => {
    const ended = turn('a', { reply: reply('r', 'whole') });
    const state = play(transcript(0, [ended]), delta(1, 'a', 'r', 'late'));

    deepStrictEqual(state.turns, [ended]);
  });

  it('changes nothing by a delta to a turn that is not shown', () => {
    const state = play(transcript(0, [turn('a')]), delta(1, 'z', 'r', 'text'));

    deepStrictEqual(state.turns, [turn('a')]);
  });

  it('notices a missed event, and is healed by the transcript', () => {
    const missed = play(transcript(0, []), turnChanged(2, turn('a')));
    strictEqual(missed.isStale, true);

    strictEqual(reduce(missed, transcript(3, [])).isStale, false);
  });

  it('takes the first event of a connection for no gap, whatever its number', () => {
    const state = play(transcript(7, []), { type: 'opened' }, welcome(0));

    strictEqual(state.isStale, false);
    strictEqual(state.seq, 0);
  });

  it('holds what a status says, and no more than that', () => {
    const { model, kernel, options, notices } = status(0);

    deepStrictEqual(play(status(0)), {
      ...EMPTY,
      model,
      kernel,
      options,
      notices,
      seq: 0
    });
  });

  it('clears what the last request said when the user asks again', () => {
    const asked: PageEvent = { type: 'requested', id: '1' };
    const state = play(asked, failed(0, '1', 'No model.'));
    strictEqual(state.failure, 'No model.');
    deepStrictEqual(state.open, []);

    const again = reduce(state, { type: 'requested', id: '2' });
    strictEqual(again.failure, '');
    deepStrictEqual(again.open, ['2']);
  });

  it('shows no failure of a request that the user did not make', () => {
    strictEqual(play(failed(0, 'preview', 'No model.')).failure, '');
  });

  it('keeps the note of a request that was done', () => {
    const state = play({ type: 'requested', id: '1' }, done(0, '1', 'Saved.'));

    strictEqual(state.note, 'Saved.');
  });

  it('ends a request that the kernel side cannot end any more', () => {
    const state = play(
      { type: 'requested', id: '1' },
      { type: 'gone', id: '1', message: 'The connection ended.' }
    );

    deepStrictEqual(state.open, []);
    strictEqual(state.failure, 'The connection ended.');
  });

  it('keeps the problem while the phase changes, unless told another one', () => {
    const state = play(
      { type: 'phase', phase: 'ready', problem: 'Versions differ.' },
      { type: 'phase', phase: 'lost' }
    );

    strictEqual(state.problem, 'Versions differ.');
    strictEqual(state.phase, 'lost');
  });

  it('ignores an event of a newer kernel side, but counts it', () => {
    const newer = { type: 'fireworks', seq: 1 } as unknown as AnyEvent;
    const before = play(transcript(0, [turn('a')]));

    deepStrictEqual(reduce(before, newer), { ...before, seq: 1 });
  });

  it('keeps what is out of date by what changed, and forgets it with the kernel', () => {
    const [a, b, c] = [staleCell('a'), staleCell('b'), staleCell('c')];
    const other = staleCell('b', { reasons: ['another'] });
    const changed = staleChanged(1, [other, c], { gone: ['a'] });
    const state = play(staleChanged(0, [a, b], { isAll: true }), changed);

    deepStrictEqual(state.stale, [other, c]);
    deepStrictEqual(
      reduce(state, staleChanged(2, [a], { isAll: true })).stale,
      [a]
    );
    deepStrictEqual(reduce(state, { type: 'opened' }).stale, []);
  });
});
