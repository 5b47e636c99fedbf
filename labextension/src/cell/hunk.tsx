/** One hunk of a proposed change: its lines, the user's word, and how to give it. */

import { checkIcon, closeIcon, undoIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { IHunk, Verdict } from '../notebook/hunks';
import { Button, useSurroundings } from '../view/common';
import type { Trans } from '../view/sentences';

import { Lines } from './diff';

export interface IHunkView {
  readonly hunk: IHunk;
  /** Its place among all, from 1. */
  readonly number: number;
  readonly count: number;
  readonly verdict: Verdict | undefined;
  /** The keys act on it. */
  readonly isCurrent: boolean;
  readonly onDecide: (verdict: Verdict | null) => void;
  readonly onFocus: () => void;
}

/** Shows what the cell would hold: both sides while it waits, then one. */
export function Hunk(props: IHunkView): React.ReactElement {
  const { trans } = useSurroundings();
  const { hunk, verdict, isCurrent, onFocus } = props;
  const box = React.useRef<HTMLDivElement>(null);
  useArrival(box, isCurrent, verdict);
  const side = verdict && (verdict === 'accepted' ? 'fresh' : 'old');
  return (
    <div
      ref={box}
      className={[
        'jupyter-ctx-hunk',
        `jupyter-ctx-mod-${verdict ?? 'open'}`,
        isCurrent ? 'jupyter-ctx-mod-current' : ''
      ].join(' ')}
      role="group"
      aria-label={hunkName(props, trans)}
      aria-current={isCurrent}
      tabIndex={-1}
      onFocus={onFocus}
    >
      <Tools {...props} />
      <Lines hunk={hunk} {...(side && { side })} />
    </div>
  );
}

function hunkName(props: IHunkView, trans: Trans): string {
  const { number, count, verdict } = props;
  switch (verdict) {
    case 'accepted':
      return trans.__('Change %1 of %2, accepted', number, count);
    case 'rejected':
      return trans.__('Change %1 of %2, rejected', number, count);
    default:
      return trans.__('Change %1 of %2', number, count);
  }
}

function Tools(props: IHunkView): React.ReactElement {
  const { trans } = useSurroundings();
  const { number, count, verdict, onDecide } = props;
  if (verdict !== undefined) {
    return (
      <div className="jupyter-ctx-hunk-tools">
        <span className="jupyter-ctx-fine">
          {verdict === 'accepted'
            ? trans.__('%1/%2 accepted', number, count)
            : trans.__('%1/%2 rejected', number, count)}
        </span>
        <Button
          icon={undoIcon}
          isBare
          label={trans.__('Decide anew on change %1 of %2', number, count)}
          onClick={() => {
            onDecide(null);
          }}
        />
      </div>
    );
  }
  return (
    <div className="jupyter-ctx-hunk-tools">
      <span className="jupyter-ctx-fine" aria-hidden="true">
        {`${number}/${count}`}
      </span>
      <Button
        icon={checkIcon}
        isBare
        label={trans.__('Accept change %1 of %2', number, count)}
        onClick={() => {
          onDecide('accepted');
        }}
      />
      <Button
        icon={closeIcon}
        isBare
        label={trans.__('Reject change %1 of %2', number, count)}
        onClick={() => {
          onDecide('rejected');
        }}
      />
    </div>
  );
}

/**
 * Take the focus when the keys come to act on *box*, or when the button that had it
 * goes with a *verdict*; not when it is drawn first.
 */
function useArrival(
  box: React.RefObject<HTMLElement>,
  isCurrent: boolean,
  verdict: Verdict | undefined
): void {
  const isFirst = React.useRef(true);
  React.useEffect(() => {
    const node = box.current;
    if (!isFirst.current && isCurrent && !node?.contains(focused())) {
      node?.focus();
    }
    isFirst.current = false;
  }, [box, isCurrent, verdict]);
}

function focused(): Element | null {
  return document.activeElement;
}
