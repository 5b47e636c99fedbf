import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import type { IStorage } from '../../src/talk/draft';
import { Draft } from '../../src/talk/draft';
import { Identity } from '../../src/notebook/identity';
import { asks, hasOurs, loads } from '../../src/talk/triggers';

class FakeStorage implements IStorage {
  readonly items = new Map<string, string>();

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }
}

describe('Draft', () => {
  it('is there again after a reload, for its own notebook only', () => {
    const storage = new FakeStorage();
    new Draft(storage, 'a.ipynb').value = 'half a question';

    strictEqual(new Draft(storage, 'a.ipynb').value, 'half a question');
    strictEqual(new Draft(storage, 'b.ipynb').value, '');
  });

  it('goes along when the notebook is renamed', () => {
    const storage = new FakeStorage();
    const draft = new Draft(storage, 'a.ipynb');
    draft.value = 'text';
    draft.move('b.ipynb');

    strictEqual(draft.value, 'text');
    strictEqual(new Draft(storage, 'b.ipynb').value, 'text');
    strictEqual(new Draft(storage, 'a.ipynb').value, '');
  });

  it('leaves nothing behind once it is sent', () => {
    const storage = new FakeStorage();
    const draft = new Draft(storage, 'a.ipynb');
    draft.value = 'text';
    draft.value = '';

    deepStrictEqual([...storage.items], []);
  });

  it('lives in memory where the browser keeps nothing', () => {
    const fail = (): never => {
      throw new Error('full');
    };
    const draft = new Draft(
      { getItem: fail, setItem: fail, removeItem: fail },
      'a.ipynb'
    );
    draft.value = 'text';

    strictEqual(draft.value, 'text');
  });
});

class FakeMetadata {
  readonly values: Record<string, unknown> = {};
  writes = 0;

  getMetadata(key: string): unknown {
    return this.values[key];
  }

  setMetadata(key: string, value: unknown): void {
    this.writes += 1;
    this.values[key] = value;
  }
}

describe('Identity', () => {
  it('is written once, at the first turn, and keeps what else is there', () => {
    const metadata = new FakeMetadata();
    metadata.values['jupyter_ctx'] = { level: 'code only' };
    const identity = new Identity(metadata);
    strictEqual(identity.conversation, '');
    identity.claim('c1');
    identity.claim('c2');

    strictEqual(identity.conversation, 'c1');
    deepStrictEqual(metadata.values['jupyter_ctx'], {
      level: 'code only',
      conversation: 'c1'
    });
    strictEqual(metadata.writes, 1);
  });

  it('is not written before the kernel side has named it', () => {
    const metadata = new FakeMetadata();
    new Identity(metadata).claim('');

    strictEqual(metadata.writes, 0);
  });

  it('is another one for a copy', () => {
    const metadata = new FakeMetadata();
    metadata.values['jupyter_ctx'] = { conversation: 'c1' };
    const identity = new Identity(metadata);
    identity.fork('c2');

    strictEqual(identity.conversation, 'c2');
  });

  it('survives metadata that is not ours to understand', () => {
    const metadata = new FakeMetadata();
    metadata.values['jupyter_ctx'] = 7;

    strictEqual(new Identity(metadata).conversation, '');
  });
});

describe('triggers', () => {
  it('know a cell that asks', () => {
    deepStrictEqual(
      [
        '%%assist\nWhy?',
        '%assist fix',
        '  %%assist -m x\nq',
        'x = "%%assist"'
      ].map(asks),
      [true, true, true, false]
    );
  });

  it('know a cell that loads or installs the kernel side', () => {
    deepStrictEqual(
      [
        '%load_ext jupyter_ctx',
        'import x\n%load_ext jupyter_ctx',
        '%pip install jupyter_ctx',
        'import jupyter_ctx'
      ].map(loads),
      [true, true, true, false]
    );
  });

  it('know outputs of ours', () => {
    strictEqual(hasOurs([{ metadata: { jupyter_ctx: { turn: 't' } } }]), true);
    strictEqual(hasOurs([{ metadata: {} }, { text: 'x' }]), false);
  });
});
