/** The item of the status bar: the assistant of the current notebook in a line. */

import { ReactWidget } from '@jupyterlab/ui-components';
import { Signal } from '@lumino/signaling';
import * as React from 'react';

import type { IAssistant, IAssistants } from '../../tokens';

import { ctxIcon } from '../icon';
import type { Trans } from '../sentences';
import { statusText, statusTitle } from './statusline';

interface IStatusItem {
  readonly assistants: IAssistants;
  readonly trans: Trans;
  readonly onClick: () => void;
}

/** Follows the current notebook; nothing is connected for it. */
export class StatusItem extends ReactWidget {
  constructor(private readonly _options: IStatusItem) {
    super();
    this.addClass('jupyter-ctx-status');
    _options.assistants.currentChanged.connect(this._follow, this);
    this._follow();
  }

  override dispose(): void {
    Signal.clearData(this);
    super.dispose();
  }

  protected override render(): React.ReactElement | null {
    const { trans, onClick } = this._options;
    if (this._assistant === null) {
      return null;
    }
    const { state } = this._assistant;
    const title = statusTitle(state, trans);
    return (
      <button
        type="button"
        className="jupyter-ctx-status-button"
        title={title}
        aria-label={`${trans.__('Assistant')}: ${title}`}
        onClick={onClick}
      >
        <ctxIcon.react tag="span" className="jupyter-ctx-icon" />
        <span>{statusText(state, trans)}</span>
      </button>
    );
  }

  private _follow(): void {
    this._assistant?.changed.disconnect(this.update, this);
    this._assistant = this._options.assistants.current;
    this._assistant?.changed.connect(this.update, this);
    this.update();
  }

  private _assistant: IAssistant | null = null;
}
