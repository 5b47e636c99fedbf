/** What stands in the place of a conversation that cannot be drawn. */

import * as React from 'react';

import { Button } from '../button';
import type { Trans } from '../sentences';

interface IBoundary {
  readonly trans: Trans;
  readonly children: React.ReactNode;
}

interface IFault {
  readonly message: string;
}

/** A fault in a view, or a value it does not know, leaves a sentence and a way on. */
export class Boundary extends React.Component<IBoundary, IFault> {
  static getDerivedStateFromError(error: unknown): IFault {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override readonly state: IFault = { message: '' };

  override render(): React.ReactNode {
    const { trans, children } = this.props;
    const { message } = this.state;
    return message === '' ? (
      children
    ) : (
      <div className="jupyter-ctx-banner jupyter-ctx-mod-problem" role="alert">
        <span>
          {trans.__(
            'The conversation could not be shown (%1). Nothing of it is lost; if this stays, reload the page.',
            message
          )}
        </span>
        <Button
          label={trans.__('Try again')}
          onClick={() => {
            this.setState({ message: '' });
          }}
        />
      </div>
    );
  }
}
