import { deepStrictEqual, match, rejects, strictEqual } from 'node:assert';
import { describe, it, mock } from 'node:test';

import { attach, readReply } from '../../src/kernel/attach';
import { Client } from '../../src/kernel/client';
import {
  explain,
  explainCompanion,
  explainVersions
} from '../../src/kernel/problems';
import { reach } from '../../src/kernel/reach';
import { createSubshell, readInfo } from '../../src/kernel/subshell';
import type { IKernelInfo } from '../../src/kernel/wire';
import { FakeKernel, said, settle } from '../kernel';

const LISTENER = { event: () => undefined, closed: () => undefined };
const NEVER = new AbortController().signal;
const INFO: IKernelInfo = {
  language_info: { name: 'python' },
  supported_features: ['kernel subshells']
};

describe('reach', () => {
  it('loads on a subshell of its own, and only then makes the comm', async () => {
    const kernel = new FakeKernel();
    const reached = await reach(kernel, LISTENER, NEVER);

    strictEqual(reached instanceof Client, true);
    deepStrictEqual(
      kernel.executed.map(({ subshell }) => subshell),
      ['sub-1']
    );
    deepStrictEqual(
      kernel.sent.map(({ type, subshell }) => [type, subshell]),
      [['create_subshell_request', null]]
    );
  });

  it('opens no comm where the package is missing, so that nothing is logged', async () => {
    const kernel = new FakeKernel();
    kernel.attached = { kind: 'missing', python: '/opt/py/bin/python' };

    deepStrictEqual(await reach(kernel, LISTENER, NEVER), kernel.attached);
    deepStrictEqual(kernel.types, [
      'create_subshell_request',
      'delete_subshell_request'
    ]);
  });

  it('runs nothing in a kernel of another language', async () => {
    const kernel = new FakeKernel();
    kernel.info = Promise.resolve({ language_info: { name: 'bash' } });

    deepStrictEqual(await reach(kernel, LISTENER, NEVER), {
      kind: 'foreign',
      language: 'bash'
    });
    deepStrictEqual(kernel.executed, []);
    deepStrictEqual(kernel.types, []);
  });

  it('gives the subshell back where loading is cut off', async () => {
    const kernel = new FakeKernel();
    kernel.clone = () => {
      throw new Error('Kernel connection is disposed');
    };

    await rejects(reach(kernel, LISTENER, NEVER), /disposed/);
    deepStrictEqual(kernel.types, [
      'create_subshell_request',
      'delete_subshell_request'
    ]);
  });
});

describe('attach', () => {
  it('asks in silence: no history, no execution count, and input() stays allowed', async () => {
    const kernel = new FakeKernel();
    await attach(kernel, 'sub-1', NEVER);
    const { content } = kernel.executed[0] ?? {};
    const { silent, store_history, allow_stdin } = content as Record<
      string,
      unknown
    >;

    deepStrictEqual(
      { silent, store_history, allow_stdin },
      { silent: true, store_history: false, allow_stdin: true }
    );
  });

  it('lets its connection go where nobody waits any more', async () => {
    const kernel = new FakeKernel();
    kernel.attached = null;
    const control = new AbortController();
    const attached = attach(kernel, 'sub-1', control.signal);
    strictEqual(kernel.sides, 1);
    control.abort();

    await rejects(attached, /nobody waits/);
    strictEqual(kernel.sides, 0);
  });

  it('reads what the kernel says, whatever letters it uses', () => {
    const broken = { kind: 'broken', message: "a 'b' \\ c", python: '' };
    const content = said(broken);
    const header = { msg_type: 'execute_reply', msg_id: '1' };

    deepStrictEqual(readReply({ header, content }), broken);
  });

  it('takes no answer for a broken kernel', () => {
    deepStrictEqual(readReply(undefined), {
      kind: 'broken',
      message: 'the kernel gave no answer',
      python: ''
    });
  });
});

describe('createSubshell', () => {
  it('starts none where the kernel has none or the user wants none', async () => {
    const kernel = new FakeKernel();
    const old = { language_info: { name: 'python' } };
    strictEqual(await createSubshell(kernel, old), null);

    kernel.commsOverSubshells = 'disabled';
    strictEqual(await createSubshell(kernel, INFO), null);
    deepStrictEqual(kernel.types, []);
  });

  it('goes on without one after three seconds', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const kernel = new FakeKernel();
      kernel.answers.delete('create_subshell_request');
      const made = createSubshell(kernel, INFO);
      await settle();
      mock.timers.tick(2999);
      await settle();
      let isDone = false;
      void made.then(() => {
        isDone = true;
      });
      await settle();
      strictEqual(isDone, false);
      mock.timers.tick(1);

      strictEqual(await made, null);
    } finally {
      mock.timers.reset();
    }
  });
});

describe('readInfo', () => {
  it('asks on the control channel where a running cell holds the answer back', async () => {
    const kernel = new FakeKernel();
    kernel.info = new Promise(() => undefined);
    kernel.answers.set('kernel_info_request', () => INFO);

    deepStrictEqual(await readInfo(kernel, 1), INFO);
    deepStrictEqual(
      kernel.sent.map(({ type, channel }) => [type, channel]),
      [['kernel_info_request', 'control']]
    );
  });
});

describe('readInfo, without a socket yet', () => {
  it('waits for it instead of asking into the void', async () => {
    const kernel = new FakeKernel();
    kernel.connectionStatus = 'connecting';
    let come: (info: typeof INFO) => void = () => undefined;
    kernel.info = new Promise(resolve => (come = resolve));
    const known = readInfo(kernel, 1);
    await new Promise(resolve => setTimeout(resolve, 3));

    come(INFO);
    deepStrictEqual(await known, INFO);
    deepStrictEqual(kernel.sent, []);
  });
});

describe('sentences', () => {
  it('name the kernel, what is known without it, and the line that mends it', () => {
    const missing = { kind: 'missing', python: '/opt/py/bin/python' } as const;
    strictEqual(
      explain('Analysis', missing),
      'The environment of the kernel Analysis has no jupyter_ctx: run ' +
        '`/opt/py/bin/python -m pip install jupyter_ctx` there, then restart ' +
        'the kernel. Until then only the document is known.'
    );
    strictEqual(
      explainCompanion({ kind: 'missing', python: 'C:\\My Py\\python.exe' }),
      "JupyterLab's own Python has no jupyter_ctx either: run " +
        '`"C:\\My Py\\python.exe" -m pip install jupyter_ctx`, then reload this page.'
    );
    match(explain('Bash', { kind: 'foreign', language: 'bash' }), /runs bash/);
    match(explain('', null), /no kernel/);
  });

  it('name both versions where they differ, and nothing where they do not', () => {
    strictEqual(explainVersions({ major: 1, version: '0.1.0' }), '');
    match(
      explainVersions({ major: 1, version: '0.0.9' }),
      /0\.1\.0.*0\.0\.9.*pip install jupyter_ctx==0\.1\.0.*restart the kernel/
    );
    for (const version of ['0.9.0', '0.1.10', '0.1.0.1']) {
      match(
        explainVersions({ major: 1, version }),
        new RegExp(`0\\.1\\.0.*${version}.*ctx==${version}.*reload this page`)
      );
    }
    match(explainVersions({ major: 2, version: '2.0' }), /do not understand/);
  });
});
