/** What a compaction did, in words; pure. */

import type { Compaction } from '../../protocol.generated';

import { figure, type Trans } from '../sentences';

/** How many messages are condensed, and from how much to how much. */
export function summaryLine(compaction: Compaction, trans: Trans): string {
  const { count, text, before, after } = compaction;
  const what =
    text === ''
      ? trans._n(
          '%1 earlier message is left out',
          '%1 earlier messages are left out',
          count
        )
      : trans._n(
          '%1 earlier message is summarised',
          '%1 earlier messages are summarised',
          count
        );
  return `${what} · ${figure(before)} → ${figure(after)}`;
}

/** The text of a compaction without the tags that it is sent in. */
export function bare(text: string): string {
  return text
    .replace(/^<history\b[^>]*>\n?/, '')
    .replace(/<\/history>\s*$/, '');
}

/** Who made the text that is sent in their place, and why. */
export function madeBy(made: Compaction, trans: Trans): string {
  const { text, model, by } = made;
  // The others are made by code, whichever model answers.
  const isByModel = ['nine', 'five', 'note'].includes(made.form);
  const who =
    text === ''
      ? trans.__('Nothing is sent in their place.')
      : !isByModel || model === ''
        ? trans.__('Condensed without a model.')
        : trans.__('Written by %1.', model);
  switch (by) {
    case 'user':
      return `${who} ${trans.__('You asked for it.')}`;
    case 'overflow':
      return `${who} ${trans.__('The provider said that the request was too long.')}`;
    default:
      return `${who} ${trans.__('The conversation had reached its share of the window.')}`;
  }
}
