/** The standing instructions as chips, each with a way to take it back. */

import { closeIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { Instruction } from '../../protocol.generated';

import { Button } from '../button';
import { useSurroundings } from '../common';
import { useFocusHeir } from '../focus';
import { remark } from '../outcome';

/** Stands over the composer, because they go with what is written there. */
export function Instructions({
  instructions
}: {
  readonly instructions: readonly Instruction[];
}): React.ReactElement | null {
  const { trans } = useSurroundings();
  return instructions.length === 0 ? null : (
    <ul
      className="jupyter-ctx-instructions"
      aria-label={trans.__('Standing instructions')}
    >
      {instructions.map(one => (
        <Chip key={one.id} instruction={one} />
      ))}
    </ul>
  );
}

function Chip({
  instruction
}: {
  readonly instruction: Instruction;
}): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const { id, text } = instruction;
  const box = React.useRef<HTMLLIElement>(null);
  useFocusHeir(box, 'button');
  const lift = async (): Promise<void> => {
    const field = assistant.past.lift(id);
    say(remark(await field, assistant.state));
  };
  return (
    <li ref={box} className="jupyter-ctx-instruction">
      <span title={trans.__('Sent with every message: %1', text)}>{text}</span>
      <Button
        label={trans.__('Remove: %1', text)}
        icon={closeIcon}
        isBare
        onClick={() => void lift()}
      />
    </li>
  );
}
