/** What can be looked at before a question is sent: the request, and the live names. */

import { closeIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { IState } from '../../talk/state';
import { Button, useSurroundings } from '../common';
import { useFocusOnCommand } from '../focus';
import { useReturn } from '../grid';
import { VariablesView } from '../variables/panel';

import { Inspector } from './inspector';

export type Look = 'context' | 'variables';

interface ILooking {
  readonly look: Look;
  readonly state: IState;
  /** The question as far as it is written. */
  readonly prompt: string;
  readonly onLook: (look: Look) => void;
  readonly onMention: (mention: string) => void;
  readonly onClose: () => void;
}

/** It stands above the composer; Esc closes it and gives the focus back. */
export function Looking(props: ILooking): React.ReactElement {
  const { trans } = useSurroundings();
  const { look, state } = props;
  const box = React.useRef<HTMLElement>(null);
  useFocusOnCommand(box);
  useReturn(box);
  return (
    <section
      ref={box}
      tabIndex={-1}
      className="jupyter-ctx-inspector jupyter-ctx-looking"
      aria-label={
        look === 'context'
          ? trans.__('What would be sent')
          : trans.__('Variables')
      }
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          props.onClose();
        }
      }}
    >
      <div className="jupyter-ctx-row jupyter-ctx-mod-spread jupyter-ctx-looks">
        <Switch {...props} />
        <Button
          label={trans.__('Close')}
          icon={closeIcon}
          isBare
          onClick={props.onClose}
        />
      </div>
      {look === 'context' ? (
        <Inspector state={state} prompt={props.prompt} />
      ) : (
        <VariablesView state={state} onMention={props.onMention} />
      )}
    </section>
  );
}

function Switch({ look, onLook }: ILooking): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <span className="jupyter-ctx-row">
      <Button
        label={trans.__('What is sent')}
        isPressed={look === 'context'}
        onClick={() => onLook('context')}
      />
      <Button
        label={trans.__('Variables')}
        isPressed={look === 'variables'}
        onClick={() => onLook('variables')}
      />
    </span>
  );
}
