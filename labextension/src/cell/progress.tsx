/** What the repair of a cell does now, its other fixes, and how to stop it. */

import { closeIcon, stopIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { ILoop } from '../tokens';
import { Button, useSurroundings } from '../view/common';

export function Progress({
  loop
}: {
  readonly loop: ILoop;
}): React.ReactElement {
  const { assistant, repair, trans } = useSurroundings();
  const { line, isRunning } = loop;
  return (
    <div className="jupyter-ctx-progress">
      <div className="jupyter-ctx-row">
        <span
          role="status"
          className={isRunning ? 'jupyter-ctx-mod-busy' : undefined}
        >
          {line}
        </span>
        {isRunning ? (
          <Button
            icon={stopIcon}
            label={trans.__('Stop')}
            hint={trans.__('End this repair; nothing more is changed or run')}
            onClick={() => repair?.stop(assistant)}
          />
        ) : (
          <Button
            icon={closeIcon}
            isBare
            label={trans.__('Take this line away')}
            onClick={() => repair?.dismiss(assistant)}
          />
        )}
      </div>
      <Others loop={loop} />
    </div>
  );
}

/** The fixes that are not shown as the diff, and the model behind them. */
function Others({ loop }: { readonly loop: ILoop }): React.ReactElement | null {
  const { assistant, repair, trans } = useSurroundings();
  const { fixes, shown, canAskModel } = loop;
  const others = fixes.flatMap((label, index) =>
    index === shown || label === '' ? [] : [{ label, index }]
  );
  if (others.length === 0 && !canAskModel) {
    return null;
  }
  return (
    <div
      className="jupyter-ctx-row"
      role="group"
      aria-label={trans.__('Other fixes')}
    >
      {others.map(({ label, index }) => (
        <Button
          key={index}
          label={label}
          hint={trans.__('Show this fix instead')}
          onClick={() => void repair?.take(assistant, index)}
        />
      ))}
      {canAskModel && (
        <Button
          label={trans.__('Ask the model')}
          hint={trans.__('Let the model look for a fix')}
          onClick={() => repair?.askModel(assistant)}
        />
      )}
    </div>
  );
}
