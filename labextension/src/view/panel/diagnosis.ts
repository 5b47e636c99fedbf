/** The doctor's findings in words; pure. */

import type { DoctorReport, Step } from '../../protocol.generated';

import type { Trans } from '../sentences';

/** The steps by the kernel side's names. */
export function stepName(name: string, trans: Trans): string {
  const found = /^package (.+)$/.exec(name)?.[1];
  if (found !== undefined) {
    return trans.__('Package %1', found);
  }
  return NAMES(trans)[name] ?? name;
}

function NAMES(trans: Trans): Readonly<Record<string, string>> {
  return {
    conversations: trans.__('Place for conversations'),
    settings: trans.__('Settings'),
    model: trans.__('Model'),
    'embedded model': trans.__('Offline model'),
    key: trans.__('Key'),
    proxy: trans.__('Proxy'),
    DNS: trans.__('Name of the server'),
    connection: trans.__('Connection'),
    TLS: trans.__('Encryption'),
    'list of models': trans.__('List of models')
  };
}

export function verdict({ status }: Step, trans: Trans): string {
  switch (status) {
    case 'ok':
      return trans.__('works');
    case 'failed':
      return trans.__('does not work');
    case 'skipped':
      return trans.__('not tried: a step before it failed');
  }
}

/** All in one sentence. */
export function diagnosis(report: DoctorReport | null, trans: Trans): string {
  const failed = (report?.steps ?? []).filter(one => one.status === 'failed');
  if (report?.isDone !== true) {
    return '';
  }
  return failed.length === 0
    ? trans.__('All steps work.')
    : trans._n(
        '%1 step does not work; what to do stands below it.',
        '%1 steps do not work; what to do stands below them.',
        failed.length
      );
}

/** The report as text, for a message to whoever helps. */
export function reportText(steps: readonly Step[], trans: Trans): string {
  const lines = steps.flatMap(step => [
    `${stepName(step.name, trans)}: ${verdict(step, trans)}${step.found ? ` (${step.found})` : ''}`,
    ...(step.nextStep ? [`  ${step.nextStep}`] : [])
  ]);
  return lines.map(line => `${line}\n`).join('');
}
