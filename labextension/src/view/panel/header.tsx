/** The head of the sidebar: which notebook, who answers, how the kernel is. */

import { caretDownIcon, ellipsesIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { IState } from '../../talk/state';

import { Button } from '../button';
import { useSurroundings, useValue } from '../common';
import { totalLine } from '../transcript/costs';
import { kernelLine, modelLabel } from '../sentences';
import { StaleLine } from './stale';

interface IHeader {
  readonly state: IState;
  readonly isPicking: boolean;
  readonly onPick: () => void;
  readonly isStaleShown: boolean;
  readonly onStale: () => void;
  readonly onMenu: (below: HTMLElement) => void;
}

export function Header(props: IHeader): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { context } = assistant.panel;
  const path = useValue(context.pathChanged, () => context.localPath);
  const menu = React.useRef<HTMLButtonElement>(null);
  const { model, kernel, phase } = props.state;
  const line = kernelLine(kernel, phase, trans);
  const total = totalLine(props.state.history.spent, trans);
  return (
    <div className="jupyter-ctx-header">
      <div className="jupyter-ctx-row jupyter-ctx-mod-spread">
        <strong className="jupyter-ctx-name" title={path}>
          {path.split('/').pop()}
        </strong>
        <Button
          innerRef={menu}
          label={trans.__('More')}
          icon={ellipsesIcon}
          isBare
          onClick={() => {
            if (menu.current !== null) {
              props.onMenu(menu.current);
            }
          }}
        />
      </div>
      <div className="jupyter-ctx-row">
        <Button
          icon={caretDownIcon}
          label={modelLabel(model, trans)}
          hint={trans.__('Who answers; click to change')}
          isExpanded={props.isPicking}
          onClick={props.onPick}
        />
        {line && <span className="jupyter-ctx-fine">{line}</span>}
      </div>
      {total && <div className="jupyter-ctx-fine">{total}</div>}
      <StaleLine
        state={props.state}
        isOpen={props.isStaleShown}
        onToggle={props.onStale}
      />
    </div>
  );
}
