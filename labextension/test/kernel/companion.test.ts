import { deepStrictEqual, rejects, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import type {
  ISession,
  ISessionOptions,
  ISessions
} from '../../src/kernel/companion';
import { chooseSpec, Companion, hiddenPath } from '../../src/kernel/companion';
import { FakeKernel, settle } from '../kernel';

class FakeSessions implements ISessions {
  specs: (readonly [string, string])[] = [
    ['bash', 'bash'],
    ['python3', 'python']
  ];
  readonly started: ISessionOptions[] = [];
  readonly shut: [string, boolean][] = [];
  readonly kernels: FakeKernel[] = [];
  gate: Promise<void> = Promise.resolve();

  languages(): Promise<(readonly [string, string])[]> {
    return Promise.resolve(this.specs);
  }

  async start(options: ISessionOptions): Promise<ISession> {
    this.started.push(options);
    const id = `session-${this.started.length}`;
    const kernel = new FakeKernel();
    this.kernels.push(kernel);
    await this.gate;
    return { id, kernel, dispose: () => undefined };
  }

  shutdown(id: string, isLeaving: boolean): void {
    this.shut.push([id, isLeaving]);
  }
}

function make() {
  const sessions = new FakeSessions();
  const companion = new Companion(
    sessions,
    () => 'work/My notebook.ipynb',
    () => undefined
  );
  return { sessions, companion };
}

describe('Companion', () => {
  it('starts one hidden Python beside the notebook, however many ask', async () => {
    const { sessions, companion } = make();
    const [one, two] = await Promise.all([
      companion.start(),
      companion.start()
    ]);
    const three = await companion.start();

    strictEqual(one, two);
    strictEqual(one, three);
    const { path, ...rest } = sessions.started[0] as ISessionOptions;
    strictEqual(
      /^work\/\.jupyter_ctx-My notebook\.ipynb-[0-9a-f]{8}$/.test(path),
      true
    );
    deepStrictEqual(rest, {
      type: 'jupyter_ctx',
      name: 'jupyter_ctx for My notebook.ipynb',
      kernel: { name: 'python3' }
    });
    strictEqual(sessions.started.length, 1);
  });

  it('is shut down, also while the page is being left', async () => {
    const { sessions, companion } = make();
    await companion.start();
    companion.stop(true);
    companion.stop(true);

    deepStrictEqual(sessions.shut, [['session-1', true]]);
  });

  it('is shut down as soon as it has started, if nobody wants it any more', async () => {
    const { sessions, companion } = make();
    let open = (): void => undefined;
    sessions.gate = new Promise(resolve => {
      open = resolve;
    });
    const started = companion.start();
    await settle();
    companion.stop();
    open();

    await rejects(started, /not needed any more/);
    deepStrictEqual(sessions.shut, [['session-1', false]]);
  });

  it('is replaced where its kernel died, never doubled', async () => {
    const { sessions, companion } = make();
    await companion.start();
    if (sessions.kernels[0]) sessions.kernels[0].status = 'dead';
    await companion.start();

    strictEqual(sessions.started.length, 2);
    deepStrictEqual(sessions.shut, [['session-1', false]]);
  });

  it('is not to be had where there is no Python', async () => {
    const { sessions, companion } = make();
    sessions.specs = [['bash', 'bash']];

    strictEqual(await companion.start(), null);
    deepStrictEqual(sessions.started, []);
  });
});

describe('chooseSpec', () => {
  it("prefers Lab's own Python, then the server's default", () => {
    strictEqual(
      chooseSpec([
        ['other', 'python'],
        ['python3', 'python']
      ]),
      'python3'
    );
    strictEqual(
      chooseSpec([
        ['r', 'R'],
        ['conda', 'Python']
      ]),
      'conda'
    );
    strictEqual(chooseSpec([]), null);
  });
});

describe('hiddenPath', () => {
  it('stands in the folder of the notebook', () => {
    strictEqual(hiddenPath('a/b.ipynb', 'id'), 'a/.jupyter_ctx-b.ipynb-id');
    strictEqual(hiddenPath('b.ipynb', 'id'), '.jupyter_ctx-b.ipynb-id');
  });
});
