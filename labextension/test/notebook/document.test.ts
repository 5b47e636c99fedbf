import { deepStrictEqual, strictEqual } from 'node:assert';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

import {
  bound,
  diff,
  NOTHING_KNOWN,
  readOutputs
} from '../../src/notebook/document';
import type { DocumentCell } from '../../src/protocol.generated';
import type { ICell, ICellChange, ICells } from '../../src/notebook/watcher';
import { Watcher } from '../../src/notebook/watcher';

function code(id: string, source: string): DocumentCell {
  return { id, kind: 'code', source, executionCount: null, outputs: [] };
}

const A = code('a', 'x = 1');
const B = code('b', 'y = 2');

describe('diff', () => {
  it('gives the whole document at first', () => {
    const { change } = diff(NOTHING_KNOWN, [A, B], ['a', 'b']);

    deepStrictEqual(change, { cells: [A, B], order: ['a', 'b'] });
  });

  it('gives nothing where nothing changed', () => {
    const { known } = diff(NOTHING_KNOWN, [A, B], ['a', 'b']);

    strictEqual(diff(known, [A], ['a', 'b']).change, null);
    strictEqual(diff(known, [], null).change, null);
  });

  it('gives only the cell that changed, without outputs that stayed', () => {
    const printed = { ...A, outputs: [{ kind: 'stream', text: '1' } as const] };
    const { known } = diff(NOTHING_KNOWN, [printed, B], ['a', 'b']);
    const edited = { ...printed, source: 'x = 3' };

    deepStrictEqual(diff(known, [edited, B], null).change, {
      cells: [{ ...edited, outputs: null }],
      order: null
    });
  });

  it('gives outputs that changed', () => {
    const { known } = diff(NOTHING_KNOWN, [A], ['a']);
    const run = {
      ...A,
      executionCount: 1,
      outputs: [{ kind: 'stream', text: '1' } as const]
    };

    deepStrictEqual(diff(known, [run], null).change, {
      cells: [run],
      order: null
    });
  });

  it('gives the order where cells moved or went, and forgets those that went', () => {
    const first = diff(NOTHING_KNOWN, [A, B], ['a', 'b']);
    const moved = diff(first.known, [], ['b', 'a']);
    deepStrictEqual(moved.change, { cells: [], order: ['b', 'a'] });

    const deleted = diff(moved.known, [], ['b']);
    deepStrictEqual(deleted.change, { cells: [], order: ['b'] });
    deepStrictEqual([...deleted.known.cells.keys()], ['b']);
  });
});

describe('readOutputs', () => {
  it('reads what people see, images by kind and size only', () => {
    deepStrictEqual(
      readOutputs([
        { output_type: 'stream', name: 'stdout', text: ['a\n', 'b\n'] },
        {
          output_type: 'execute_result',
          data: { 'text/html': '<b>1</b>', 'text/plain': '1' }
        },
        {
          output_type: 'display_data',
          data: { 'image/png': 'AAAA', 'text/plain': '<Figure>' }
        },
        { output_type: 'display_data', data: { 'text/markdown': '# T' } }
      ]),
      [
        { kind: 'stream', text: 'a\nb\n', size: 4 },
        { kind: 'execute_result', mime: 'text/plain', text: '1', size: 1 },
        { kind: 'display_data', mime: 'image/png', text: '', size: 4 },
        { kind: 'display_data', mime: 'text/markdown', text: '# T', size: 3 }
      ]
    );
  });

  it('reads an error with its traceback', () => {
    const error = {
      output_type: 'error',
      ename: 'KeyError',
      evalue: "'x'",
      traceback: ['line 1', 'line 2']
    };

    deepStrictEqual(readOutputs([error]), [
      {
        kind: 'error',
        ename: 'KeyError',
        evalue: "'x'",
        traceback: ['line 1', 'line 2'],
        size: 13
      }
    ]);
  });

  it('leaves out what shows the conversation', () => {
    const ours = {
      output_type: 'display_data',
      data: { 'text/markdown': 'reply' },
      metadata: { jupyter_ctx: { turn: 't', part: 'text' } }
    };

    deepStrictEqual(readOutputs([ours]), []);
  });

  it('keeps the first and the last outputs of many', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({
      output_type: 'stream',
      text: String(index)
    }));
    const texts = readOutputs(many).map(({ text }) => text);

    deepStrictEqual(
      texts,
      [...Array(10).keys(), ...[...Array(10).keys()].map(n => n + 40)].map(
        String
      )
    );
  });

  it('keeps head and tail of a long text, and says what is missing', () => {
    deepStrictEqual(bound('abcdefghij', 4), {
      text: 'ab\n… 6 characters left out …\nij',
      size: 10
    });
  });
});

class FakeSignal<A> {
  private readonly slots = new Map<unknown, Set<(s: unknown, a: A) => void>>();

  connect(slot: (sender: unknown, args: A) => void, owner?: unknown): boolean {
    const slots = this.slots.get(owner) ?? new Set();
    this.slots.set(owner, slots.add(slot));
    return true;
  }

  disconnect(
    slot: (sender: unknown, args: A) => void,
    owner?: unknown
  ): boolean {
    return this.slots.get(owner)?.delete(slot) ?? false;
  }

  emit(args: A): void {
    for (const [owner, slots] of this.slots) {
      for (const slot of slots) {
        slot.call(owner, null, args);
      }
    }
  }

  get size(): number {
    return [...this.slots.values()].reduce((sum, one) => sum + one.size, 0);
  }
}

class FakeCell implements ICell {
  readonly type = 'code';
  readonly signal = new FakeSignal<ICellChange>();
  executionCount: number | null = null;
  executionState = 'idle';
  reads = 0;
  text: string;
  printed: string[] = [];
  readonly outputs = {
    toJSON: () =>
      this.printed.map(text => ({ output_type: 'stream', text }) as const)
  };
  readonly sharedModel: ICell['sharedModel'];

  constructor(
    readonly id: string,
    source: string
  ) {
    this.text = source;
    this.sharedModel = {
      changed: this.signal,
      getSource: () => {
        this.reads += 1;
        return this.text;
      }
    };
  }

  type_(text: string): void {
    this.text = text;
    this.signal.emit({ sourceChange: [] });
  }

  print(text: string): void {
    this.printed.push(text);
    this.signal.emit({ outputsChange: [] });
  }
}

class FakeCells implements ICells {
  readonly changed = new FakeSignal<unknown>();
  constructor(private list: FakeCell[]) {}

  [Symbol.iterator](): Iterator<FakeCell> {
    return this.list[Symbol.iterator]();
  }

  set(list: FakeCell[]): void {
    this.list = list;
    this.changed.emit(undefined);
  }
}

function watch(...list: FakeCell[]) {
  const cells = new FakeCells(list);
  let due = 0;
  const watcher = new Watcher(cells, () => {
    due += 1;
  });
  return { cells, watcher, due: () => due };
}

describe('Watcher', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('reads only cells that changed, however many there are', () => {
    const all = Array.from(
      { length: 500 },
      (_, index) => new FakeCell(`c${index}`, 'x')
    );
    const { watcher } = watch(...all);
    watcher.take();
    const before = all.reduce((sum, cell) => sum + cell.reads, 0);
    all[7]?.type_('y');

    deepStrictEqual(watcher.take(), {
      cells: [{ ...code('c7', 'y'), outputs: null }],
      order: null
    });
    strictEqual(all.reduce((sum, cell) => sum + cell.reads, 0) - before, 1);
  });

  it('tells of a change once, after a pause in typing', () => {
    const cell = new FakeCell('a', '');
    const { watcher, due } = watch(cell);
    watcher.take();
    for (const text of ['i', 'im', 'imp']) {
      cell.type_(text);
      mock.timers.tick(299);
    }
    strictEqual(due(), 0);
    mock.timers.tick(1);

    strictEqual(due(), 1);
  });

  it('keeps the outputs of a running cell until it has ended', () => {
    const cell = new FakeCell('a', 'loop()');
    const { watcher, due } = watch(cell);
    watcher.take();
    cell.executionState = 'running';
    cell.print('1');
    mock.timers.tick(1000);
    strictEqual(due(), 0);

    cell.executionState = 'idle';
    cell.signal.emit({ executionStateChange: {} });
    mock.timers.tick(300);
    strictEqual(due(), 1);
    strictEqual(watcher.take()?.cells?.[0]?.outputs?.length, 1);
  });

  it('gives them at once to a request that asks', () => {
    const cell = new FakeCell('a', 'loop()');
    const { watcher } = watch(cell);
    watcher.take();
    cell.executionState = 'running';
    cell.print('1');

    strictEqual(watcher.take()?.cells?.[0]?.outputs?.length, 1);
  });

  it('follows cells that come, go and move', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(id => new FakeCell(id, id));
    if (!a || !b || !c) throw new Error();
    const { watcher, cells } = watch(a, b);
    watcher.take();
    cells.set([c, a]);
    b.type_('gone');

    deepStrictEqual(watcher.take(), {
      cells: [code('c', 'c')],
      order: ['c', 'a']
    });
    strictEqual(b.signal.size, 0);
  });

  it('tells everything again to a kernel side that knows nothing', () => {
    const { watcher } = watch(new FakeCell('a', 'x'), new FakeCell('b', 'y'));
    const first = watcher.take();
    strictEqual(watcher.take(), null);
    watcher.reset();

    deepStrictEqual(watcher.take(), first);
  });

  it('lets go of every cell when it is disposed', () => {
    const cell = new FakeCell('a', 'x');
    const { watcher, cells, due } = watch(cell);
    watcher.dispose();
    mock.timers.tick(1000);

    strictEqual(cell.signal.size + cells.changed.size, 0);
    strictEqual(due(), 0);
  });
});
