/** The bar below the output of one cell. */

import type { Cell } from '@jupyterlab/cells';
import { ReactWidget } from '@jupyterlab/ui-components';
import type { PanelLayout } from '@lumino/widgets';
import * as React from 'react';

import { KEYS_CLASS } from '../keys';
import type { IAssistant, IRepair } from '../tokens';
import { type ISurroundings, Surroundings } from '../view/common';
import type { Trans } from '../view/sentences';

import type { Where } from './section';

const SOURCE_CLASS = 'jp-Cell-inputWrapper';

/** What a bar shows, with the name of its section. */
export type IShown = readonly (readonly [string, React.ReactElement])[];

export class CellBar extends ReactWidget {
  constructor(
    private readonly _assistant: IAssistant,
    private readonly _repair: IRepair | null,
    private readonly _trans: Trans
  ) {
    super();
    this.addClass('jupyter-ctx-bar');
    this.addClass(KEYS_CLASS);
  }

  /** Put it below the source or the output of *cell*, which owns it then. */
  attachTo(cell: Cell, where: Where): void {
    const layout = cell.layout as PanelLayout;
    const { widgets } = layout;
    const source = widgets.findIndex(one => one.hasClass(SOURCE_CLASS));
    const foot = widgets.length - 1;
    layout.insertWidget(where === 'source' ? source + 1 : foot, this);
  }

  display(shown: IShown): void {
    this._shown = shown;
    this.update();
  }

  protected override render(): React.ReactElement {
    return (
      <Frame
        assistant={this._assistant}
        repair={this._repair}
        trans={this._trans}
        shown={this._shown}
      />
    );
  }

  private _shown: IShown = [];
}

interface IFrame {
  readonly assistant: IAssistant;
  readonly repair: IRepair | null;
  readonly trans: Trans;
  readonly shown: IShown;
}

/** The sections, and what they have to tell. */
function Frame(props: IFrame): React.ReactElement {
  const { assistant, repair, trans, shown } = props;
  const [said, say] = React.useState('');
  const { rendermime } = assistant.panel.content;
  const around: ISurroundings = React.useMemo(
    () => ({ assistant, repair, trans, rendermime, say }),
    [assistant, repair, trans, rendermime]
  );
  return (
    <Surroundings.Provider value={around}>
      <div role="group" aria-label={trans.__('Assistant')}>
        {shown.map(([name, element]) => (
          <React.Fragment key={name}>{element}</React.Fragment>
        ))}
        <div role="status" className="jupyter-ctx-said">
          {said}
        </div>
      </div>
    </Surroundings.Provider>
  );
}
