import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import type { ICodeCellModel } from '@jupyterlab/cells';
import { Signal } from '@lumino/signaling';

import type { PageChanged, Turn } from '../../src/protocol.generated';
import { Redraw } from '../../src/widgets/redraw';
import { EMPTY, type IState } from '../../src/talk/state';
import type { IAssistant } from '../../src/tokens';
import { settle, turn } from '../talk';

interface ISaved {
  readonly data: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
}

const WIDGET = 'application/vnd.jupyter.widget-view+json';
const marked = (part: string, data: ISaved['data'], root = 't1'): ISaved => ({
  data,
  metadata: { jupyter_ctx: { turn: root, part } }
});
const TEXT = marked('text', { 'text/markdown': 'old', 'text/plain': 'old' });
const PANEL = marked('panel', {
  [WIDGET]: { model_id: 'm' },
  'text/plain': ''
});
const OTHER: ISaved = { data: { 'text/plain': 'the user’s' }, metadata: {} };

/** The outputs of a cell, as much of them as is used. */
class FakeOutputs {
  constructor(public saved: ISaved[]) {}
  readonly written: number[] = [];
  get length(): number {
    return this.saved.length;
  }
  get(index: number) {
    const one = this.saved[index];
    return { ...one, toJSON: () => one };
  }
  set(index: number, value: ISaved): void {
    this.written.push(index);
    this.saved[index] = value;
  }
}

/** A page with one cell, whose assistant can be connected and disconnected. */
class FakeDesk {
  constructor(...saved: ISaved[]) {
    this.outputs = new FakeOutputs(saved);
    this.model = { type: 'code', id: 'c0', outputs: this.outputs };
    this.panel = {
      context: { ready: Promise.resolve() },
      sessionContext: {
        kernelChanged: new Signal<this, void>(this),
        statusChanged: new Signal<this, string>(this)
      },
      content: { model: { cells: [this.model] } }
    };
    this.redraw = new Redraw(this as unknown as IAssistant);
  }

  readonly outputs: FakeOutputs;
  readonly model: unknown;
  readonly panel;
  readonly redraw: Redraw;
  readonly changed = new Signal<this, void>(this);
  readonly pageChanged = new Signal<this, PageChanged>(this);
  readonly adopted: string[][] = [];
  state: IState = EMPTY;

  adopt(roots: string[]): Promise<void> {
    this.adopted.push(roots);
    return Promise.resolve();
  }

  phase(phase: IState['phase']): void {
    this.state = { ...this.state, phase };
    this.changed.emit();
  }

  tell(markdown: string, shown: Turn | null, root = 't1'): void {
    this.pageChanged.emit({
      type: 'page_changed',
      seq: 0,
      requestId: '',
      root,
      markdown,
      plain: markdown,
      turn: shown
    });
  }

  get turn(): Turn | null {
    return this.redraw.turn(this.model as ICodeCellModel);
  }
}

describe('answers in a document that was opened', () => {
  it('are adopted once with each connection', async () => {
    const desk = new FakeDesk(OTHER, TEXT, PANEL);
    await settle();
    desk.phase('connecting');
    deepStrictEqual(desk.adopted, []);
    desk.phase('ready');
    desk.phase('ready');
    desk.phase('lost');
    desk.phase('ready');
    deepStrictEqual(desk.adopted, [['t1'], ['t1']]);
  });

  it('are drawn by the page, without the dead widget and beside what is the user’s', async () => {
    const desk = new FakeDesk(OTHER, TEXT, PANEL);
    await settle();
    desk.phase('ready');
    desk.tell('new', turn({ id: 't2' }));
    deepStrictEqual(desk.outputs.saved, [
      OTHER,
      { ...TEXT, data: { 'text/markdown': 'new', 'text/plain': 'new' } },
      { ...PANEL, data: { 'text/plain': '' } }
    ]);
    strictEqual(desk.turn?.id, 't2');
  });

  it('are not touched where they are as they should be', async () => {
    const desk = new FakeDesk(TEXT);
    await settle();
    desk.phase('ready');
    desk.tell('old', turn({}));
    deepStrictEqual(desk.outputs.written, []);
  });

  it('have no buttons when their turn is deleted', async () => {
    const desk = new FakeDesk(TEXT);
    await settle();
    desk.phase('ready');
    desk.tell('old', turn({}));
    desk.tell('gone', null);
    strictEqual(desk.turn, null);
  });
});

describe('answers of this page', () => {
  it('are the kernel’s own, until the kernel is restarted', async () => {
    const desk = new FakeDesk(OTHER);
    await settle();
    desk.phase('ready');
    desk.outputs.saved = [TEXT, PANEL];
    desk.tell('new', turn({}));
    deepStrictEqual([desk.adopted, desk.outputs.written], [[], []]);

    desk.panel.sessionContext.statusChanged.emit('restarting');
    desk.phase('lost');
    desk.phase('ready');
    desk.tell('new', turn({}));

    deepStrictEqual([desk.adopted, desk.outputs.written], [[['t1']], [0, 1]]);
  });

  it('are the kernel’s again when the cell runs anew: never two rows of buttons', async () => {
    const desk = new FakeDesk(TEXT, PANEL);
    await settle();
    desk.phase('ready');
    desk.tell('old', turn({}));
    strictEqual(desk.turn?.id, 't1');

    desk.outputs.saved = [TEXT, PANEL];
    strictEqual(desk.turn, null);
    desk.tell('newer', turn({}));

    deepStrictEqual(desk.outputs.saved, [TEXT, PANEL]);
    strictEqual(desk.turn, null);
  });
});
