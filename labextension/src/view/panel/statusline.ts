/** What the status bar says of the assistant; pure. */

import type { IState } from '../../talk/state';

import { figure, modelLabel, staleLine, type Trans } from '../sentences';

type Seen = Pick<
  IState,
  'phase' | 'model' | 'context' | 'uncounted' | 'turns' | 'stale' | 'open'
>;

/** Whether a reply is being made. */
function isBusy({ turns }: Seen): boolean {
  return turns.some(turn => turn.live);
}

/** In few words: who answers, what the next message sends, what goes on. */
export function statusText(state: Seen, trans: Trans): string {
  if (state.phase !== 'ready') {
    return trans.__('Assistant');
  }
  const { context, uncounted } = state;
  const used = context
    ? `${figure(context.tokens)} / ${figure(context.budget)}`
    : '';
  const due = state.stale.filter(one => !one.isOlder && !one.isLost).length;
  return join([
    modelLabel(state.model, trans),
    uncounted ? trans.__('not counted') : used,
    isBusy(state) ? trans.__('replying…') : '',
    due > 0 ? trans._n('%1 stale', '%1 stale', due) : ''
  ]);
}

/** The same in whole sentences, for who points at it or hears it. */
export function statusTitle(state: Seen, trans: Trans): string {
  const { context, uncounted } = state;
  const due = staleLine(state.stale, trans);
  const sentences = [
    state.phase === 'ready'
      ? trans.__('Who answers: %1.', modelLabel(state.model, trans))
      : '',
    uncounted,
    context && !uncounted
      ? trans.__(
          'The next message sends %1 of %2 tokens.',
          figure(context.tokens),
          figure(context.budget)
        )
      : '',
    isBusy(state) ? trans.__('A reply is being made.') : '',
    due === '' ? '' : trans.__('%1.', due),
    trans.__('Click to open the assistant.')
  ];
  return sentences.filter(one => one !== '').join(' ');
}

function join(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(' · ');
}
