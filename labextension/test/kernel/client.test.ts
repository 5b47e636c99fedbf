import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import type { AnyEvent } from '../../src/kernel/client';
import { Client } from '../../src/kernel/client';
import { FakeKernel } from '../kernel';

function open(kernel = new FakeKernel(), subshell: string | null = 'sub-1') {
  const events: AnyEvent[] = [];
  let closings = 0;
  const client = new Client(kernel, subshell, {
    event: event => events.push(event),
    closed: () => {
      closings += 1;
    }
  });
  return { kernel, client, events, closings: () => closings };
}

function end(
  type: 'done' | 'failed' | 'cancelled',
  requestId: string
): unknown {
  return { type, seq: 1, requestId, turn: 't', note: 'n', message: 'm' };
}

describe('Client', () => {
  it('opens its comm with the first request, on its subshell, and lets Lab start no other', () => {
    const { kernel, client } = open();
    void client.send({ type: 'undo' }, 'id-1');
    void client.send({ type: 'undo' }, 'id-2');

    deepStrictEqual(kernel.sent, [
      {
        channel: 'shell',
        type: 'comm_open',
        content: {
          comm_id: 'comm-1',
          target_name: 'jupyter_ctx',
          data: { type: 'undo', id: 'id-1' }
        },
        subshell: 'sub-1'
      },
      {
        channel: 'shell',
        type: 'comm_msg',
        content: { comm_id: 'comm-1', data: { type: 'undo', id: 'id-2' } },
        subshell: 'sub-1'
      }
    ]);
    strictEqual(kernel.comm.commsOverSubshells, 'disabled');
  });

  it('ends each request by its own id, in one of three ways', async () => {
    const { kernel, client } = open();
    const outcomes = ['a', 'b', 'c'].map(id =>
      client.send({ type: 'undo' }, id)
    );
    kernel.comm.say(end('cancelled', 'c'));
    kernel.comm.say(end('failed', 'b'));
    kernel.comm.say(end('done', 'a'));

    deepStrictEqual(await Promise.all(outcomes), [
      { kind: 'done', turn: 't', message: 'n' },
      { kind: 'failed', turn: 't', message: 'm' },
      { kind: 'cancelled', turn: 't', message: '' }
    ]);
    deepStrictEqual(client.waiting, []);
  });

  it('hands every event on before it ends a request', async () => {
    const { kernel, client, events } = open();
    const outcome = client
      .send({ type: 'undo' }, 'a')
      .then(() => events.length);
    kernel.comm.say({ type: 'transcript', seq: 0 });
    kernel.comm.say(end('done', 'a'));

    strictEqual(await outcome, 2);
  });

  it('ends what is open with a sentence when the kernel side closes', async () => {
    const { kernel, client, closings } = open();
    const outcome = client.send({ type: 'undo' });
    kernel.comm.onClose({});

    match((await outcome).message, /connection to the kernel ended/);
    strictEqual((await outcome).kind, 'failed');
    strictEqual(closings(), 1);
    strictEqual(client.isOpen, false);
  });

  it('sends nothing after a restart took its comm away in silence', async () => {
    const { kernel, client } = open();
    kernel.comm.dispose();
    const outcome = await client.send({ type: 'undo' });

    strictEqual(outcome.kind, 'failed');
    deepStrictEqual(kernel.types, []);
  });

  it('says nothing to a kernel that is another process by now', async () => {
    const { kernel, client, closings } = open();
    const outcome = client.send({ type: 'undo' });
    client.drop();

    strictEqual((await outcome).kind, 'failed');
    deepStrictEqual(kernel.types, ['comm_open']);
    strictEqual(kernel.comm.isDisposed, true);
    strictEqual(closings(), 0);
  });

  it('closes on the main shell, then gives the subshell back', () => {
    const { kernel, client } = open();
    void client.send({ type: 'undo' });
    client.close();
    client.close();

    deepStrictEqual(kernel.sent.slice(1), [
      {
        channel: 'shell',
        type: 'comm_close',
        content: { comm_id: 'comm-1', data: {} },
        subshell: null
      },
      {
        channel: 'control',
        type: 'delete_subshell_request',
        content: { subshell_id: 'sub-1' },
        subshell: null
      }
    ]);
  });

  it('ends what is open when the page closes it', async () => {
    const { client } = open();
    const outcome = client.send({ type: 'undo' });
    client.close();

    strictEqual((await outcome).kind, 'failed');
  });

  it('deletes no subshell where it has none', () => {
    const { kernel, client } = open(new FakeKernel(), null);
    void client.send({ type: 'undo' });
    client.close();

    deepStrictEqual(kernel.types, ['comm_open', 'comm_close']);
  });

  it('never rejects, even if the kernel died in this moment', async () => {
    const { kernel, client } = open();
    const before = client.send({ type: 'undo' });
    kernel.isUnreachable = true;

    strictEqual((await client.send({ type: 'reset' })).kind, 'failed');
    strictEqual((await before).kind, 'failed');
  });

  it('hears nothing more once it is closed', () => {
    const { kernel, client, events } = open();
    client.close();
    kernel.comm.say({ type: 'transcript', seq: 0 });

    deepStrictEqual(events, []);
  });
});
