/** What stands in the way, in one sentence each, with what to do. */

import { closeIcon, undoIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { IState } from '../../talk/state';
import type { IRepair } from '../../tokens';

import { Button } from '../button';
import { Sentence, useSurroundings, useValue, Words } from '../common';
import { useFocusHeir } from '../focus';
import { isUndoable, remark } from '../outcome';

/** The problem of the connection and the notices of the kernel side. */
export function Banners({
  state
}: {
  readonly state: IState;
}): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const isLost = state.phase === 'lost';
  const isFailed = state.phase === 'failed';
  return (
    <>
      {isLost && (
        <div className="jupyter-ctx-banner">
          {trans.__('The connection to the kernel is lost. Reconnecting…')}
          <Button
            label={trans.__('Try again')}
            onClick={() => void assistant.connect()}
          />
        </div>
      )}
      {(state.problem || isFailed) && (
        <div className="jupyter-ctx-banner jupyter-ctx-mod-problem">
          <Sentence
            text={state.problem || trans.__('There is no connection.')}
          />
          {isFailed && (
            <Button
              label={trans.__('Try again')}
              onClick={() => void assistant.connect()}
            />
          )}
        </div>
      )}
      {state.notices.map((notice, index) => (
        <div className="jupyter-ctx-banner" key={index}>
          <Sentence text={notice} />
        </div>
      ))}
    </>
  );
}

interface IStrip {
  readonly text: string;
  readonly onClose: () => void;
}

/** The last thing that was said to the user, until it is closed or replaced. */
export function Strip({ text, onClose }: IStrip): React.ReactElement | null {
  const { trans } = useSurroundings();
  return text === '' ? null : (
    <div className="jupyter-ctx-strip">
      <Sentence text={text} />
      {isUndoable(text) && <Undo />}
      <Button
        label={trans.__('Close')}
        icon={closeIcon}
        isBare
        onClick={onClose}
      />
    </div>
  );
}

/** Brings back what the sentence beside it says that undo brings back. */
function Undo(): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const box = React.useRef<HTMLSpanElement>(null);
  useFocusHeir(box, 'button');
  return (
    <span ref={box}>
      <Button
        label={trans.__('Undo')}
        icon={undoIcon}
        onClick={() =>
          void assistant.undo().then(outcome => {
            say(remark(outcome, assistant.state));
          })
        }
      />
    </span>
  );
}

/** What the repair loop does now, or how it ended; the diff itself is in the cell. */
export function RepairLine({
  repair
}: {
  readonly repair: IRepair;
}): React.ReactElement | null {
  const { assistant, trans } = useSurroundings();
  const line = useValue(repair.changed, () => repair.progress(assistant));
  const isRunning = useValue(
    repair.changed,
    () => repair.loop(assistant)?.isRunning ?? false
  );
  return line === '' ? null : (
    <div className="jupyter-ctx-strip">
      <Words text={line} />
      {isRunning ? (
        <Button
          label={trans.__('Stop')}
          hint={trans.__('Stop the repair')}
          onClick={() => repair.stop(assistant)}
        />
      ) : (
        <Button
          label={trans.__('Close')}
          icon={closeIcon}
          isBare
          onClick={() => repair.dismiss(assistant)}
        />
      )}
    </div>
  );
}
