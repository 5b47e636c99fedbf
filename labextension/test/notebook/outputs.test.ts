import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { pythonBlocks } from '../../src/edits/blocks';
import { failure, isOurs, parts } from '../../src/notebook/outputs';

const WIDGET = 'application/vnd.jupyter.widget-view+json';
const mark = (turn: unknown, part: unknown) => ({
  jupyter_ctx: { turn, part }
});

describe('parts', () => {
  it('finds our outputs among others, and which hold a widget', () => {
    const outputs = [
      { output_type: 'stream', text: 'x' },
      { metadata: mark('t1', 'text'), data: { 'text/markdown': 'hi' } },
      { metadata: mark('t1', 'panel'), data: { [WIDGET]: {} } },
      { metadata: mark('t2', 'panel'), data: { 'text/plain': '' } }
    ];
    deepStrictEqual(parts(outputs), [
      { index: 1, root: 't1', part: 'text', isWidget: false },
      { index: 2, root: 't1', part: 'panel', isWidget: true },
      { index: 3, root: 't2', part: 'panel', isWidget: false }
    ]);
  });

  it('passes over marks that are not what we write', () => {
    const outputs = [
      { metadata: mark(1, 'text') },
      { metadata: mark('t', 'other') },
      { metadata: { jupyter_ctx: 'x' } },
      { metadata: null },
      {}
    ];
    deepStrictEqual(parts(outputs), []);
  });
});

describe('failure', () => {
  it('gives name and first line of the error', () => {
    const error = {
      output_type: 'error',
      ename: 'KeyError',
      evalue: "'x'\nmore"
    };
    strictEqual(failure([{ output_type: 'stream' }, error]), "KeyError: 'x'");
  });

  it('gives the name alone where there is no value, and nothing without an error', () => {
    strictEqual(failure([{ output_type: 'error', ename: 'E' }]), 'E');
    strictEqual(failure([{ output_type: 'error' }]), 'Error');
    strictEqual(failure([{ output_type: 'stream' }]), '');
  });
});

describe('isOurs', () => {
  it('knows cells that ask the assistant', () => {
    deepStrictEqual(
      ['%%assist\nhi', '%assist fix', ' %ctx show', '%%time\nx', 'assist'].map(
        isOurs
      ),
      [true, true, true, false, false]
    );
  });
});

describe('pythonBlocks', () => {
  it('gives closed Python blocks, and others not', () => {
    const reply =
      'Try\n```python\nx = 1\ny\n```\nor\n```\nz\n```\n```bash\nls\n```\n```py\nopen';
    deepStrictEqual(pythonBlocks(reply), ['x = 1\ny', 'z']);
  });

  it('keeps a shorter fence inside a longer one', () => {
    deepStrictEqual(pythonBlocks('````python\n"""\n```\n"""\n````'), [
      '"""\n```\n"""'
    ]);
  });

  it('passes over empty blocks', () => {
    deepStrictEqual(pythonBlocks('```python\n\n```'), []);
  });
});
