/** What is unfolded over the composer: a name, a way to close it, and its content. */

import { closeIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import { Button } from './button';
import { useSurroundings } from './common';
import { useFocusOnCommand } from './focus';

interface ISection {
  readonly name: string;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}

/** A command brings the focus here; Esc closes it, and gives the focus back to the composer. */
export function Section(props: ISection): React.ReactElement {
  const { trans } = useSurroundings();
  const box = React.useRef<HTMLElement>(null);
  useFocusOnCommand(box);
  return (
    <section
      ref={box}
      tabIndex={-1}
      className="jupyter-ctx-inspector"
      aria-label={props.name}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          props.onClose();
        }
      }}
    >
      <div className="jupyter-ctx-row jupyter-ctx-mod-spread">
        <strong>{props.name}</strong>
        <Button
          label={trans.__('Close')}
          icon={closeIcon}
          isBare
          onClick={props.onClose}
        />
      </div>
      {props.children}
    </section>
  );
}
