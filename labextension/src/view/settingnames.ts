/** The settings by the titles that JupyterLab shows; pure. */

import type { Outranked } from '../protocol.generated';

import type { Trans } from './sentences';

/** Why a setting of JupyterLab does not count. */
export function outrankedLine({ name, by }: Outranked, trans: Trans): string {
  return trans.__(
    'JupyterLab’s setting “%1” does not count: %2 comes first.',
    settingName(name, trans),
    winner(by, trans)
  );
}

function winner(by: string, trans: Trans): string {
  switch (by) {
    case 'picked':
      return trans.__('what was picked here');
    case 'model':
      return trans.__('the setting “%1”', settingName('model', trans));
    default:
      return `\`${by}\``;
  }
}

function settingName(name: string, trans: Trans): string {
  const names: Readonly<Record<string, string>> = {
    model: trans.__('Model'),
    apiBase: trans.__('Address of the model’s server'),
    profile: trans.__('Profile'),
    privacy: trans.__('Privacy'),
    budget: trans.__('Budget'),
    maxTokens: trans.__('Longest answer'),
    compaction: trans.__('Older messages'),
    memoryNote: trans.__('Summaries ahead of need'),
    onInterrupt: trans.__('Stopped replies'),
    readsProject: trans.__('Files beside the notebook'),
    choiceForm: trans.__('Choices')
  };
  return names[name] ?? name;
}
