/** The doctor's findings in words. */

import { strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import type { Step } from '../../../src/protocol.generated';
import { diagnosis, reportText } from '../../../src/view/panel/diagnosis';
import { outrankedLine } from '../../../src/view/settingnames';
import { trans } from '../values';

const STEPS: readonly Step[] = [
  { name: 'package litellm', status: 'ok', found: '1.2', nextStep: '' },
  { name: 'DNS', status: 'failed', found: 'h: no', nextStep: 'Check it.' },
  { name: 'connection', status: 'skipped', found: '', nextStep: '' }
];

function report(steps: readonly Step[], isDone = true): never {
  return { type: 'doctor_report', steps, isDone } as never;
}

describe('diagnosis', () => {
  it('says nothing before the end', () => {
    strictEqual(diagnosis(null, trans), '');
    strictEqual(diagnosis(report(STEPS, false), trans), '');
  });

  it('counts what does not work', () => {
    strictEqual(diagnosis(report(STEPS.slice(0, 1)), trans), 'All steps work.');
    strictEqual(
      diagnosis(report(STEPS), trans),
      '1 step does not work; what to do stands below it.'
    );
  });
});

describe('reportText', () => {
  it('has a line a step and what to do below it', () => {
    strictEqual(
      reportText(STEPS, trans),
      'Package litellm: works (1.2)\n' +
        'Name of the server: does not work (h: no)\n' +
        '  Check it.\n' +
        'Connection: not tried: a step before it failed\n'
    );
  });
});

describe('outrankedLine', () => {
  it('names the setting as JupyterLab does, and what comes first', () => {
    strictEqual(
      outrankedLine({ name: 'maxTokens', by: 'JUPYTER_CTX_X' }, trans),
      'JupyterLab’s setting “Longest answer” does not count: `JUPYTER_CTX_X` comes first.'
    );
    strictEqual(
      outrankedLine({ name: 'profile', by: 'model' }, trans),
      'JupyterLab’s setting “Profile” does not count: the setting “Model” comes first.'
    );
  });
});
