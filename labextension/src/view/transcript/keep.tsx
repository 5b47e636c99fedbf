/** Pin and hide: what becomes of a message in later requests. */

import * as React from 'react';

import type { Turn } from '../../protocol.generated';
import type { IOutcome } from '../../tokens';

import { Button } from '../button';
import { useSurroundings } from '../common';
import { hideIcon, pinIcon, showIcon } from '../icon';
import { remark } from '../outcome';

/** Two toggles in the row of controls of *turn*. */
export function Keep({
  turn,
  isDisabled
}: {
  readonly turn: Turn;
  readonly isDisabled: boolean;
}): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const act = async (outcome: Promise<IOutcome>): Promise<void> => {
    say(remark(await outcome, assistant.state));
  };
  const { past } = assistant;
  return (
    <>
      <Button
        label={trans.__('Pin')}
        hint={
          turn.isPinned
            ? trans.__('Pinned: stays word for word. Click to unpin')
            : trans.__(
                'Keep this message word for word, whatever is summarised'
              )
        }
        icon={pinIcon}
        isBare
        isPressed={turn.isPinned}
        isDisabled={isDisabled}
        onClick={() => void act(past.pin(turn.id, !turn.isPinned))}
      />
      <Button
        label={turn.isHidden ? trans.__('Show again') : trans.__('Hide')}
        hint={
          turn.isHidden
            ? trans.__('Send this message again')
            : trans.__('Keep this message here, but send it no more')
        }
        icon={turn.isHidden ? showIcon : hideIcon}
        isBare={!turn.isHidden}
        isDisabled={isDisabled}
        onClick={() => void act(past.hide(turn.id, !turn.isHidden))}
      />
    </>
  );
}
