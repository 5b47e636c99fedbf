/** The panel in the right sidebar: the conversation of the current notebook. */

import type { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { ReactWidget } from '@jupyterlab/ui-components';
import type { Message } from '@lumino/messaging';
import { Signal } from '@lumino/signaling';
import * as React from 'react';

import { preferences } from '../../settings/preferences';
import type { IAssistant, IAssistants, IRepair } from '../../tokens';

import { Conversation, type Wish } from './conversation';
import { ctxIcon } from '../icon';
import type { Trans } from '../sentences';
import type { IShortcut } from './ways';

export interface IPanelOptions {
  readonly assistants: IAssistants;
  readonly trans: Trans;
  readonly rendermime: IRenderMimeRegistry;
  readonly repair: IRepair | null;
  readonly onMenu: (below: HTMLElement) => void;
  /** The keys of our commands, as they are set now. */
  readonly shortcuts: () => readonly IShortcut[];
}

/** Connects to the kernel when it is seen with a notebook, not before. */
export class SidebarPanel extends ReactWidget {
  private readonly _wishes = new Signal<this, void>(this);
  private _wish: Wish | null = null;
  private _keepsFocus = false;

  constructor(private readonly _options: IPanelOptions) {
    super();
    const { trans, assistants } = _options;
    this.id = 'jupyter-ctx-sidebar';
    this.addClass('jupyter-ctx-sidebar');
    this.title.icon = ctxIcon;
    this.title.caption = trans.__('Assistant');
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', trans.__('Assistant'));
    assistants.currentChanged.connect(this._refresh, this);
    preferences.changed.connect(this._refresh, this);
  }

  override dispose(): void {
    this._options.assistants.currentChanged.disconnect(this._refresh, this);
    preferences.changed.disconnect(this._refresh, this);
    Signal.clearData(this);
    super.dispose();
  }

  /** Put the cursor into the composer, which then holds *text* if there is one. */
  compose(text?: string): void {
    const { current } = this._options.assistants;
    if (current !== null && text !== undefined) {
      current.draft = text;
    }
    this._make('compose');
  }

  /** Leave the focus where it is at the next activation, which asks for it. */
  keepFocus(): void {
    this._keepsFocus = true;
  }

  /** Unfold a part of the conversation, e.g. what the next message would send. */
  unfold(part: Exclude<Wish, 'compose'>): void {
    this._make(part);
  }

  protected override render(): React.ReactElement {
    const { trans, assistants } = this._options;
    const { current } = assistants;
    return current === null ? (
      <Nothing trans={trans} />
    ) : (
      <Conversation
        key={current.panel.id}
        {...this._options}
        assistant={current}
        isVisible={this.isVisible}
        wishes={this._wishes}
        takeWish={this._takeWish}
      />
    );
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this._refresh();
  }

  protected override onAfterHide(message: Message): void {
    super.onAfterHide(message);
    this._refresh();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this._refresh();
  }

  protected override onActivateRequest(): void {
    if (!this._keepsFocus) {
      this.compose();
    }
    this._keepsFocus = false;
  }

  /** Note *wish*; it is granted now, or as soon as there is a conversation. */
  private _make(wish: Wish): void {
    this._wish = this._options.assistants.current === null ? null : wish;
    this._wishes.emit();
  }

  private readonly _takeWish = (): Wish | null => {
    const wish = this._wish;
    this._wish = null;
    return wish;
  };

  private _refresh(): void {
    const { autoLoad, fontSize } = preferences.value;
    const size = fontSize > 0 ? `${fontSize}px` : '';
    this.node.style.setProperty('--jupyter-ctx-font-size', size);
    if (this.isVisible && autoLoad) {
      connectIfIdle(this._options.assistants.current);
    }
    this.update();
  }
}

function connectIfIdle(assistant: IAssistant | null): void {
  if (assistant?.state.phase === 'idle') {
    void assistant.connect();
  }
}

function Nothing({ trans }: { readonly trans: Trans }): React.ReactElement {
  return (
    <div className="jupyter-ctx-nothing">
      <ctxIcon.react tag="span" width="32px" height="32px" />
      <h3>{trans.__('No notebook is open')}</h3>
      <p>
        {trans.__(
          'Open a notebook, and ask here about its cells, variables and errors.'
        )}
      </p>
    </div>
  );
}
