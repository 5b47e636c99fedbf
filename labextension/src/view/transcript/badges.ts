/** What is true of a message in the next request, as a mark on it; pure. */

import type { Turn } from '../../protocol.generated';

import type { Trans } from '../sentences';

/** What the state of a message is called, and what that means. */
export interface IBadge {
  readonly label: string;
  readonly hint: string;
}

type Words = (trans: Trans) => IBadge;

const BADGES: Readonly<Record<string, Words>> = {
  cancelled: trans => ({
    label: trans.__('cancelled: not sent again'),
    hint: trans.__('It was stopped, so the model does not see it later.')
  }),
  failed: trans => ({
    label: trans.__('failed: not sent again'),
    hint: trans.__('There was no reply, so the model does not see it later.')
  }),
  empty: trans => ({
    label: trans.__('empty: not sent again'),
    hint: trans.__('The model returned nothing.')
  }),
  withheld: trans => ({
    label: trans.__('stays here: not sent'),
    hint: trans.__(
      'It was made without a model and tells values, which the privacy level keeps here.'
    )
  }),
  cut: trans => ({
    label: trans.__('cut: not sent'),
    hint: trans.__('It is not part of the conversation any more.')
  }),
  summarised: trans => ({
    label: trans.__('summarised'),
    hint: trans.__('The summary below the older messages is sent in its place.')
  }),
  pruned: trans => ({
    label: trans.__('hidden: not sent'),
    hint: trans.__('It stays here; the model does not see it.')
  }),
  rejected: trans => ({
    label: trans.__('rejected'),
    hint: trans.__(
      'Only one line is sent of it: that you rejected the plan, not its steps.'
    )
  })
};

/**
 * The mark of a message; null where it is simply sent.
 *
 * What is not sent any more was hidden by the user, or left out since it is old.
 */
export function badge(
  sent: Turn['sent'],
  trans: Trans,
  isHidden = true
): IBadge | null {
  if (sent === 'pruned' && !isHidden) {
    return {
      label: trans.__('left out: not sent'),
      hint: trans.__('Older messages are left out to keep within their share.')
    };
  }
  return BADGES[sent]?.(trans) ?? null;
}
