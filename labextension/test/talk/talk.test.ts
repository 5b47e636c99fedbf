import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { describe, it, mock } from 'node:test';

import type { ICompanion } from '../../src/kernel/attempt';
import type { IHost } from '../../src/kernel/link';
import { standingOf } from '../../src/kernel/standing';
import { Talk } from '../../src/talk/talk';
import { FakeKernel, settle } from '../kernel';
import {
  delta,
  reply,
  status,
  transcript,
  turn,
  turnChanged,
  welcome
} from '../values';

/** A kernel side of paper: greets, and ends requests as a test says. */
class FakeSide extends FakeKernel {
  seq = 0;
  conversation = 'c1';
  otherPath = '';
  version = '0.1.0';
  major = 1;
  /** Types of requests that have no end. */
  readonly silent = new Set<string>();

  override createComm() {
    const comm = super.createComm();
    this.seq = 0;
    return comm;
  }

  override sendShellMessage(
    message: Parameters<FakeKernel['sendShellMessage']>[0]
  ) {
    const future = super.sendShellMessage(message);
    const last = this.sent[this.sent.length - 1];
    const data = last?.content['data'] as
      { type?: string; id?: string } | undefined;
    if (data?.type && data.id) {
      const { type, id } = data;
      void Promise.resolve().then(() => {
        this.answer(type, id);
      });
    }
    return future;
  }

  say(event: object): void {
    this.comm.say({ requestId: '', ...event, seq: this.seq });
    this.seq += 1;
  }

  private answer(type: string, requestId: string): void {
    if (
      type === 'settle' &&
      this.requests.some(one => one['isCopy'] === true)
    ) {
      this.conversation = 'c2';
      this.otherPath = '';
    }
    if (type === 'hello' || type === 'settle') {
      const { conversation, otherPath, version, major } = this;
      this.say(welcome(0, { conversation, otherPath, version, major }));
      this.say({ ...transcript(0, []), conversation });
      this.say(status(0));
    }
    if (!this.silent.has(type)) {
      this.say({ type: 'done', requestId, turn: '', note: '' });
    }
  }
}

class FakeMetadata {
  value: unknown;
  writes = 0;

  getMetadata(): unknown {
    return this.value;
  }

  setMetadata(_: string, value: unknown): void {
    this.writes += 1;
    this.value = value;
  }
}

const SIGNAL = { connect: () => true, disconnect: () => true };

function make() {
  const kernel = new FakeSide();
  const metadata = new FakeMetadata();
  const files: { exists: boolean | null } = { exists: false };
  const host: IHost = {
    kernel,
    name: 'Python 3',
    get standing() {
      return standingOf(kernel, false);
    },
    reconnect: () => undefined
  };
  const cell = {
    id: 'a',
    type: 'code',
    sharedModel: { getSource: () => 'x = 1', changed: SIGNAL }
  };
  const cells = {
    changed: SIGNAL,
    [Symbol.iterator]: () => [cell][Symbol.iterator]()
  };
  let starts = 0;
  const companion: ICompanion = {
    start: () => {
      starts += 1;
      return Promise.resolve(null);
    },
    stop: () => undefined
  };
  const talk = new Talk(
    {
      ready: Promise.resolve(),
      path: 'nb.ipynb',
      language: 'python',
      cells,
      metadata
    },
    {
      page: 'page-1',
      server: 'http://lab/',
      settings: () => ({ model: 'set', budget: 900 }),
      exists: () => Promise.resolve(files.exists)
    },
    host,
    companion
  );
  return { kernel, metadata, files, talk, starts: () => starts };
}

const ASK = { type: 'ask', prompt: 'Why?' } as const;

function types(kernel: FakeKernel): unknown[] {
  return kernel.requests.map(({ type }) => type);
}

describe('Talk', () => {
  it('connects at the first request and tells the document before it', async () => {
    const { kernel, talk } = make();
    const outcome = await talk.request(ASK);

    strictEqual(outcome.kind, 'done');
    deepStrictEqual(types(kernel), ['hello', 'document_changed', 'ask']);
  });

  it('says who asks, for which notebook, and what its settings are', async () => {
    const { kernel, talk } = make();
    await talk.connect(true);
    const { id, ...hello } = kernel.requests[0] ?? {};

    strictEqual(typeof id, 'string');
    deepStrictEqual(hello, {
      type: 'hello',
      major: 1,
      minor: 2,
      version: '0.1.0',
      page: 'page-1',
      conversation: '',
      path: 'nb.ipynb',
      server: 'http://lab/',
      isCompanion: false,
      language: 'python',
      pageSize: 100,
      settings: { model: 'set', budget: 900 },
      model: 'set',
      apiBase: ''
    });
  });

  it('tells settings that change later where there is a connection', async () => {
    const { kernel, talk } = make();
    talk.configure();
    await talk.connect(true);
    talk.configure();

    deepStrictEqual(types(kernel), ['hello', 'document_changed', 'configure']);
  });

  it('never changes a notebook in which nothing is asked', async () => {
    const { kernel, metadata, talk } = make();
    await talk.connect(true);
    await talk.send({ type: 'preview', prompt: 'Why?' });
    kernel.say(status(0));
    strictEqual(metadata.writes, 0);

    await talk.request(ASK);
    deepStrictEqual(metadata.value, { conversation: 'c1' });
  });

  it('writes the id also where a cell asks', async () => {
    const { kernel, metadata, talk } = make();
    await talk.connect(true);
    kernel.say(turnChanged(0, turn('t', { door: 'cell' })));

    deepStrictEqual(metadata.value, { conversation: 'c1' });
  });

  it('writes the id of another conversation that the notebook goes on with', async () => {
    const { kernel, metadata, talk } = make();
    metadata.value = { conversation: 'c1' };
    await talk.connect(true);
    // A magic began another one; nobody asked here.
    kernel.say(welcome(0, { conversation: 'c7' }));
    deepStrictEqual(metadata.value, { conversation: 'c7' });

    kernel.say(welcome(0, { conversation: 'c8', requestId: 'r' }));
    deepStrictEqual(metadata.value, { conversation: 'c8' });
  });

  it('writes no id for news before a first turn, but for what was asked', async () => {
    const { kernel, metadata, talk } = make();
    await talk.connect(true);
    kernel.say(welcome(0, { conversation: 'c7' }));
    strictEqual(metadata.writes, 0);

    kernel.say(welcome(0, { conversation: 'c8', requestId: 'r' }));
    deepStrictEqual(metadata.value, { conversation: 'c8' });
  });

  it('gives a copied notebook a conversation of its own', async () => {
    const { kernel, metadata, files, talk } = make();
    metadata.value = { conversation: 'c1' };
    files.exists = true;
    kernel.otherPath = 'original.ipynb';
    await talk.connect(true);

    deepStrictEqual(types(kernel), ['hello', 'settle', 'document_changed']);
    deepStrictEqual(metadata.value, { conversation: 'c2' });
    strictEqual(talk.state.conversation, 'c2');
  });

  it('leaves the conversation of a moved notebook alone', async () => {
    const { kernel, metadata, talk } = make();
    metadata.value = { conversation: 'c1' };
    kernel.otherPath = 'before.ipynb';
    await talk.connect(true);

    strictEqual(kernel.requests[1]?.['isCopy'], false);
    strictEqual(metadata.writes, 0);
  });

  it('decides nothing where the server cannot tell', async () => {
    const { kernel, files, talk } = make();
    files.exists = null;
    kernel.otherPath = 'before.ipynb';
    await talk.connect(true);

    deepStrictEqual(types(kernel), ['hello', 'document_changed']);
  });

  it('shows a request as open until it has ended', async () => {
    const { kernel, talk } = make();
    kernel.silent.add('ask');
    const asked = talk.request(ASK);
    await settle();
    strictEqual(talk.state.open.length, 1);

    const requestId = kernel.requests[2]?.['id'];
    kernel.say({ type: 'failed', requestId, turn: '', message: 'No model.' });
    await asked;
    deepStrictEqual(talk.state.open, []);
    strictEqual(talk.state.failure, 'No model.');
  });

  it('ends what was open in a kernel that restarts, with a sentence', async () => {
    const { kernel, talk } = make();
    kernel.silent.add('ask');
    const asked = talk.request(ASK);
    await settle();
    kernel.status = 'restarting';
    talk.link.watch();

    strictEqual((await asked).kind, 'failed');
    deepStrictEqual(talk.state.open, []);
    match(talk.state.failure, /connection to the kernel ended/);
    strictEqual(talk.state.phase, 'lost');
  });

  it('shows no failure of what the page asks by itself', async () => {
    const { kernel, talk } = make();
    await talk.connect(true);
    kernel.silent.add('preview');
    const previewed = talk.send({ type: 'preview', prompt: 'W' });
    await settle();
    const requestId = kernel.requests[2]?.['id'];
    kernel.say({ type: 'failed', requestId, turn: '', message: 'No model.' });

    strictEqual((await previewed).message, 'No model.');
    strictEqual(talk.state.failure, '');
  });

  it('asks for everything anew where an event was missed', async () => {
    const { kernel, talk } = make();
    await talk.connect(true);
    kernel.seq += 1;
    kernel.say(delta(0, 't', 'r', 'x'));
    strictEqual(talk.state.isStale, true);
    await settle();
    deepStrictEqual(types(kernel).slice(2), ['resync']);

    kernel.say(transcript(0, [turn('t', { reply: reply('r', 'xy') })]));
    strictEqual(talk.state.isStale, false);
  });

  it('ends a request whose end was among the missed', async () => {
    const { kernel, talk } = make();
    kernel.silent.add('ask');
    const asked = talk.request(ASK);
    await settle();
    kernel.seq += 1;
    kernel.say(turnChanged(0, turn('t', { reply: reply('r', 'answer') })));

    strictEqual((await asked).kind, 'failed');
  });

  it('says to a restarted kernel again which outputs this page shows', async () => {
    const { kernel, talk } = make();
    await talk.connect(true);
    await talk.adopt(['t']);
    kernel.status = 'restarting';
    talk.link.watch();
    kernel.status = 'idle';
    talk.link.watch();
    await settle();

    deepStrictEqual(types(kernel).slice(3), [
      'hello',
      'document_changed',
      'adopt'
    ]);
    deepStrictEqual(kernel.requests[5]?.['roots'], ['t']);
  });

  it('refuses a kernel side of another MAJOR, and names both versions', async () => {
    const { kernel, talk } = make();
    kernel.major = 2;
    kernel.version = '2.0.0';
    const outcome = await talk.request(ASK);

    strictEqual(talk.state.phase, 'failed');
    match(talk.state.problem, /0\.1\.0.*2\.0\.0/);
    strictEqual(outcome.message, talk.state.problem);
    deepStrictEqual(types(kernel), ['hello']);
  });

  it('talks to another version of the same MAJOR, with one banner', async () => {
    const { kernel, talk } = make();
    kernel.version = '0.9.0';
    await talk.request(ASK);

    strictEqual(talk.state.phase, 'ready');
    match(talk.state.problem, /0\.1\.0.*0\.9\.0/);
  });

  it('gives up on a kernel that does not come, and says what to do', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { kernel, talk } = make();
      kernel.status = 'starting';
      const asked = talk.request(ASK);
      await settle();
      mock.timers.tick(60_000);

      match((await asked).message, /not ready yet/);
      deepStrictEqual(talk.state.open, []);
      talk.dispose();
    } finally {
      mock.timers.reset();
    }
  });

  it('starts nothing only to stop it', async () => {
    const { kernel, talk, starts } = make();
    kernel.attached = { kind: 'missing', python: '/py' };
    const outcome = await talk.request({ type: 'stop' });

    strictEqual(outcome.kind, 'failed');
    strictEqual(starts(), 0);
    await talk.request(ASK);
    strictEqual(starts(), 1);
  });

  it('says so where the kernel side does not greet', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { kernel, talk } = make();
      kernel.silent.add('hello');
      const connected = talk.connect(true);
      await settle();
      mock.timers.tick(30_000);
      await connected;

      strictEqual(talk.state.phase, 'failed');
      match(talk.state.problem, /does not answer/);
    } finally {
      mock.timers.reset();
    }
  });

  it('tells the new name of a notebook', async () => {
    const { kernel, talk } = make();
    await talk.connect(true);
    talk.move();

    deepStrictEqual(types(kernel).slice(2), ['moved']);
  });
});
