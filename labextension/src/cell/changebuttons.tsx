/** The buttons of a proposed change, for all of it or for what is still open. */

import { checkIcon, closeIcon, copyIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import { type IHunk, type ITally, tally } from '../notebook/hunks';
import type { IActed, IProposal } from '../tokens';
import { Button, useSurroundings } from '../view/common';
import { copyText } from '../view/text/copytext';
import type { Trans } from '../view/sentences';

interface IButtons {
  readonly proposal: IProposal;
  readonly hunks: readonly IHunk[];
  readonly onAct: (acted: IActed) => void;
}

export function ChangeButtons(props: IButtons): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { actions } = assistant;
  const { proposal, hunks, onAct } = props;
  const { cell, conflict, verdicts = {} } = proposal;
  const count = tally(hunks, verdicts);
  const isBegun = count.accepted + count.rejected > 0;
  return (
    <div className="jupyter-ctx-row">
      {conflict ? (
        <InConflict proposal={proposal} />
      ) : (
        <Button
          kind="primary"
          icon={checkIcon}
          label={acceptLabel(count, trans)}
          hint={trans.__('Change the cell; one undo takes it back')}
          onClick={() => {
            onAct(actions.accept(cell));
          }}
        />
      )}
      <Button
        icon={closeIcon}
        label={rejectLabel(count, trans)}
        hint={
          isBegun
            ? trans.__('Make what is accepted, and nothing else')
            : trans.__('Leave the cell as it is (Esc)')
        }
        onClick={() => {
          onAct(isBegun ? actions.apply(cell) : actions.reject(cell));
        }}
      />
      <span className="jupyter-ctx-fine" role="status">
        {isBegun && progress(count, trans)}
      </span>
    </div>
  );
}

function acceptLabel(count: ITally, trans: Trans): string {
  if (count.all < 2) {
    return trans.__('Accept');
  }
  return count.open < count.all
    ? trans.__('Accept the rest')
    : trans.__('Accept all');
}

function rejectLabel(count: ITally, trans: Trans): string {
  if (count.all < 2) {
    return trans.__('Reject');
  }
  return count.open < count.all
    ? trans.__('Reject the rest')
    : trans.__('Reject all');
}

function progress(count: ITally, trans: Trans): string {
  const { accepted, rejected, open } = count;
  return trans.__(
    '%1 accepted, %2 rejected, %3 open',
    accepted,
    rejected,
    open
  );
}

/** The cell has changed where the change is made: nothing is done unasked. */
function InConflict({
  proposal
}: {
  readonly proposal: IProposal;
}): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const { cell, source } = proposal;
  return (
    <>
      <Button
        kind="primary"
        label={trans.__('Show it against the current text')}
        hint={trans.__('Make the same change in what the cell holds now')}
        onClick={() => {
          const acted = assistant.actions.rebase(cell);
          say(acted.ok ? '' : acted.message);
        }}
      />
      <Button
        icon={copyIcon}
        label={trans.__('Copy the new text')}
        hint={trans.__('Copy what was proposed, to use it by hand')}
        onClick={() => {
          copyText(source, () => say(trans.__('Copied.')));
        }}
      />
    </>
  );
}
