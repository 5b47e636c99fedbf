/** Fix and Explain under a cell whose output holds an error. */

import * as React from 'react';

import { Button, useSurroundings } from '../view/common';
import { ctxIcon } from '../view/icon';

interface IErrors {
  readonly onFix: () => void;
  readonly onExplain: () => void;
}

export function Errors({ onFix, onExplain }: IErrors): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <div className="jupyter-ctx-row">
      <Button
        icon={ctxIcon}
        label={trans.__('Fix')}
        hint={trans.__('Look for a change that mends this error')}
        onClick={onFix}
      />
      <Button
        label={trans.__('Explain')}
        hint={trans.__('Say in the sidebar what this error means')}
        onClick={onExplain}
      />
    </div>
  );
}
