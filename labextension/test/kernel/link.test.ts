import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

import type { ICompanion } from '../../src/kernel/attempt';
import type { Client } from '../../src/kernel/client';
import type { IGreeted, IHost } from '../../src/kernel/link';
import { Link } from '../../src/kernel/link';
import type { Standing } from '../../src/kernel/standing';
import { backOff, standingOf } from '../../src/kernel/standing';
import type { Phase } from '../../src/kernel/problems';
import type { IKernel } from '../../src/kernel/wire';
import { FakeKernel, settle } from '../kernel';

class FakeHost implements IHost {
  kernel: FakeKernel | null = new FakeKernel();
  name = 'Python 3';
  isStarting = false;
  reconnects = 0;

  get standing(): Standing {
    return standingOf(this.kernel, this.isStarting);
  }

  reconnect(): void {
    this.reconnects += 1;
  }
}

class FakeCompanion implements ICompanion {
  kernel: FakeKernel | null = new FakeKernel();
  readonly calls: string[] = [];

  start(): Promise<IKernel | null> {
    this.calls.push('start');
    return Promise.resolve(this.kernel);
  }

  stop(isLeaving = false): void {
    this.calls.push(isLeaving ? 'leave' : 'stop');
  }

  /** Whether it runs after all these calls. */
  get isRunning(): boolean {
    return this.calls[this.calls.length - 1] === 'start';
  }
}

/** A link with everything around it of paper. */
function make() {
  const host = new FakeHost();
  const companion = new FakeCompanion();
  const phases: [Phase, string][] = [];
  const greeted: { client: Client; isCompanion: boolean }[] = [];
  const world = {
    host,
    companion,
    phases,
    greeted,
    answer: { problem: '', isRefused: false } as IGreeted,
    isResynced: true,
    resyncs: 0,
    last: () => phases[phases.length - 1]
  };
  const link = new Link(host, companion, {
    event: () => undefined,
    phase: (phase, problem) => phases.push([phase, problem]),
    greet: (client, isCompanion) => {
      greeted.push({ client, isCompanion });
      return Promise.resolve(world.answer);
    },
    resync: () => {
      world.resyncs += 1;
      return Promise.resolve(world.isResynced);
    }
  });
  return { link, ...world, world };
}

/** Change something of the host and let the link see it. */
async function change(link: Link, act: () => void): Promise<void> {
  act();
  link.watch();
  await settle();
}

describe('Link', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('does nothing before somebody wants a connection', async () => {
    const { link, host, phases } = make();
    await change(link, () => undefined);

    deepStrictEqual(host.kernel?.types, []);
    deepStrictEqual(phases, []);
  });

  it('connects once, however many want it', async () => {
    const { link, greeted, phases } = make();
    await Promise.all([link.connect(), link.connect()]);

    strictEqual(greeted.length, 1);
    strictEqual(link.isReady, true);
    deepStrictEqual(phases, [
      ['connecting', ''],
      ['ready', '']
    ]);
  });

  it('waits for a kernel that is starting', async () => {
    const { link, host, greeted, companion } = make();
    host.isStarting = true;
    const connected = link.connect();
    await settle();
    strictEqual(greeted.length, 0);

    await change(link, () => {
      host.isStarting = false;
    });
    await connected;
    strictEqual(link.isReady, true);
    deepStrictEqual(companion.calls, ['stop']);
  });

  it('comes back by itself after a restart, and says nothing to the dead comm', async () => {
    const { link, host, greeted, phases } = make();
    await link.connect();
    const open = link.client?.send({ type: 'undo' });
    const before = host.kernel?.types.length;
    await change(link, () => {
      host.isStarting = true;
    });
    strictEqual((await open)?.kind, 'failed');
    strictEqual(host.kernel?.types.length, before);
    strictEqual(link.client, null);

    await change(link, () => {
      host.isStarting = false;
    });
    strictEqual(greeted.length, 2);
    deepStrictEqual(phases.slice(2), [
      ['lost', ''],
      ['ready', '']
    ]);
  });

  it('connects again at once for somebody who waits, but floods nobody', async () => {
    const { link, host } = make();
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1e6 });
    await link.connect();
    await link.connect();
    strictEqual(host.reconnects, 0);
    await change(link, () => {
      if (host.kernel) host.kernel.connectionStatus = 'connecting';
    });

    void link.connect();
    void link.connect();
    strictEqual(host.reconnects, 1);
    mock.timers.tick(2000);
    void link.connect(false);
    strictEqual(host.reconnects, 1);
    void link.connect();
    strictEqual(host.reconnects, 2);
  });

  it('keeps the comm while the network is away, and asks for what it missed', async () => {
    const { link, host, world, phases } = make();
    await link.connect();
    const { client } = link;
    await change(link, () => {
      if (host.kernel) host.kernel.connectionStatus = 'connecting';
    });
    deepStrictEqual(phases[phases.length - 1], ['lost', '']);

    await change(link, () => {
      if (host.kernel) host.kernel.connectionStatus = 'connected';
    });
    strictEqual(world.resyncs, 1);
    strictEqual(link.client, client);
    deepStrictEqual(phases[phases.length - 1], ['ready', '']);
  });

  it('opens a new comm where the old one does not answer after that', async () => {
    const { link, host, world, greeted } = make();
    await link.connect();
    world.isResynced = false;
    await change(link, () => {
      if (host.kernel) host.kernel.connectionStatus = 'connecting';
    });
    await change(link, () => {
      if (host.kernel) host.kernel.connectionStatus = 'connected';
    });

    strictEqual(greeted.length, 2);
    strictEqual(link.isReady, true);
  });

  it('connects again where Lab has given up, at growing distances', async () => {
    const { link, host } = make();
    await link.connect();
    await change(link, () => {
      if (host.kernel) host.kernel.connectionStatus = 'disconnected';
    });
    for (const limit of [1000, 2000, 4000]) {
      const before = host.reconnects;
      await change(link, () => {
        mock.timers.tick(limit - 1);
      });
      strictEqual(host.reconnects, before);
      await change(link, () => {
        mock.timers.tick(1);
      });
      strictEqual(host.reconnects, before + 1);
    }
  });

  it('tries again at growing distances where reaching the kernel fails', async () => {
    const { link, host, greeted, last } = make();
    const clone = host.kernel?.clone.bind(host.kernel);
    if (host.kernel) {
      host.kernel.clone = () => {
        throw new Error('socket closed');
      };
    }
    const connected = link.connect();
    await settle();
    match(last()?.[1] ?? '', /socket closed.*tries again/);
    mock.timers.tick(1000);
    await settle();
    strictEqual(greeted.length, 0);

    if (host.kernel && clone) {
      host.kernel.clone = clone;
    }
    mock.timers.tick(2000);
    await connected;
    deepStrictEqual(last(), ['ready', '']);
  });

  it('says that the kernel takes its time', async () => {
    const { link, host, last } = make();
    if (host.kernel) host.kernel.attached = null;
    void link.connect();
    await settle();
    mock.timers.tick(2500);

    strictEqual(last()?.[0], 'connecting');
    match(last()?.[1] ?? '', /If a cell is running/);
  });

  it('takes a companion where the package is missing, and says why', async () => {
    const { link, host, companion, greeted, last } = make();
    if (host.kernel) {
      host.kernel.attached = { kind: 'missing', python: '/py' };
    }
    await link.connect();

    deepStrictEqual(
      greeted.map(({ isCompanion }) => isCompanion),
      [true]
    );
    strictEqual(companion.isRunning, true);
    strictEqual(last()?.[0], 'ready');
    match(last()?.[1] ?? '', /\/py -m pip install jupyter_ctx/);
  });

  it('takes one where there is no kernel at all', async () => {
    const { link, host, greeted, last } = make();
    host.kernel = null;
    await link.connect();

    strictEqual(greeted[0]?.isCompanion, true);
    match(last()?.[1] ?? '', /has no kernel/);
  });

  it('starts none for a notebook that was merely opened', async () => {
    const { link, host, companion, last } = make();
    host.kernel = null;
    await link.connect(false);
    deepStrictEqual(companion.calls, []);
    strictEqual(last()?.[0], 'failed');

    await link.connect();
    strictEqual(companion.isRunning, true);
  });

  it('asks an unsuitable kernel once, not at every change of its status', async () => {
    const { link, host, companion } = make();
    if (host.kernel) {
      host.kernel.attached = { kind: 'missing', python: '/py' };
    }
    await link.connect();
    for (const status of ['busy', 'idle', 'busy', 'idle']) {
      await change(link, () => {
        if (host.kernel) host.kernel.status = status;
      });
    }

    strictEqual(host.kernel?.executed.length, 1);
    strictEqual(companion.calls.filter(call => call === 'start').length, 1);
  });

  it('moves to the kernel when it becomes suitable, and ends the companion', async () => {
    const { link, host, companion, greeted, last } = make();
    if (host.kernel) {
      host.kernel.attached = { kind: 'missing', python: '/py' };
    }
    await link.connect();
    const old = link.client;
    await change(link, () => {
      if (host.kernel)
        host.kernel.attached = { kind: 'ready', version: '0.1.0' };
      link.retry();
    });

    strictEqual(greeted[1]?.isCompanion, false);
    strictEqual(old?.isOpen, false);
    strictEqual(companion.isRunning, false);
    deepStrictEqual(last(), ['ready', '']);
  });

  it('goes along when the user chooses another kernel', async () => {
    const { link, host, greeted } = make();
    await link.connect();
    const old = host.kernel;
    const next = new FakeKernel();
    await change(link, () => {
      host.kernel = next;
      if (old) old.isDisposed = true;
    });

    strictEqual(greeted.length, 2);
    strictEqual(link.isReady, true);
    deepStrictEqual(next.types, ['create_subshell_request']);
  });

  it('says so where not even a companion does', async () => {
    const { link, host, companion, last } = make();
    host.kernel = null;
    if (companion.kernel) {
      companion.kernel.attached = { kind: 'missing', python: '/lab' };
    }
    await link.connect();

    strictEqual(last()?.[0], 'failed');
    match(last()?.[1] ?? '', /no kernel.*\/lab -m pip install jupyter_ctx/);
    strictEqual(companion.isRunning, false);
  });

  it('stays away after %ctx off until somebody asks again', async () => {
    const { link, host, last, greeted } = make();
    await link.connect();
    host.kernel?.comm.onClose({});
    await change(link, () => undefined);
    strictEqual(last()?.[0], 'failed');
    match(last()?.[1] ?? '', /%ctx off/);
    strictEqual(greeted.length, 1);

    await link.connect();
    strictEqual(link.isReady, true);
    strictEqual(greeted.length, 2);
  });

  it('does not go on with a kernel side that refuses it', async () => {
    const { link, world, last } = make();
    world.answer = { problem: 'Version 2 is needed.', isRefused: true };
    await link.connect();
    await change(link, () => undefined);

    deepStrictEqual(last(), ['failed', 'Version 2 is needed.']);
    strictEqual(link.client, null);
    strictEqual(world.greeted.length, 1);
  });

  it('goes on where versions differ a little, and says so', async () => {
    const { link, world, last } = make();
    world.answer = { problem: 'Versions differ.', isRefused: false };
    await link.connect();

    deepStrictEqual(last(), ['ready', 'Versions differ.']);
  });

  it('drops an attempt that a restart overtook', async () => {
    const { link, host, greeted } = make();
    if (host.kernel) host.kernel.attached = null;
    void link.connect();
    await settle();
    await change(link, () => {
      host.isStarting = true;
    });
    await change(link, () => {
      if (host.kernel)
        host.kernel.attached = { kind: 'ready', version: '0.1.0' };
      host.isStarting = false;
    });

    strictEqual(greeted.length, 1);
    strictEqual(link.isReady, true);
  });

  it('gives everything back when the page is left, and begins nothing anew', async () => {
    const { link, host, companion } = make();
    await link.connect();
    link.leave();
    await change(link, () => {
      host.kernel = null;
    });

    strictEqual(companion.calls.includes('start'), false);
    strictEqual(companion.calls[companion.calls.length - 1], 'leave');
    strictEqual(link.client, null);
  });

  it('is ready again when a page comes back from the memory of the browser', async () => {
    const { link } = make();
    await link.connect();
    link.leave();
    link.comeBack();
    await settle();

    strictEqual(link.isReady, true);
  });

  it('lets nobody wait for a link that is disposed', async () => {
    const { link, host } = make();
    host.isStarting = true;
    const connected = link.connect();
    link.dispose();

    await connected;
    strictEqual(link.client, null);
  });
});

describe('backOff', () => {
  it('doubles from one second to thirty', () => {
    deepStrictEqual(
      [0, 1, 2, 3, 4, 5, 6, 99].map(backOff),
      [1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]
    );
  });
});
