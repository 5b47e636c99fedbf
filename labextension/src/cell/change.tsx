/** A replacement that waits for the user's word, as a diff in its cell. */

import { checkIcon, closeIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import { patched } from '../patch';
import type { IActed, IDocumentActions, IProposal } from '../tokens';
import { Button, useSurroundings, Words } from '../view/common';

import { Diff } from './diff';

interface IChange {
  readonly proposal: IProposal;
  /** Give the focus back to the cell. */
  readonly onDone: () => void;
}

export function Change({ proposal, onDone }: IChange): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const { actions } = assistant;
  const { cell } = proposal;
  const box = React.useRef<HTMLDivElement>(null);
  useLanding(box);
  const name = actions.label(cell);
  const act = (acted: IActed): void => {
    // A conflict is told above the diff.
    const isShown = actions.proposals.some(p => p.conflict === acted.message);
    say(acted.ok || isShown ? '' : acted.message);
    if (acted.ok) {
      onDone();
    }
  };
  return (
    <div
      ref={box}
      className="jupyter-ctx-change"
      role="group"
      aria-label={trans.__('Proposed change of %1', name)}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          act(actions.reject(cell));
        }
      }}
    >
      <div className="jupyter-ctx-change-title">
        {proposal.label ? (
          <Words text={proposal.label} />
        ) : (
          trans.__('Proposed change of %1', name)
        )}
      </div>
      <Note proposal={proposal} />
      <Difference proposal={proposal} actions={actions} />
      <Row proposal={proposal} actions={actions} onAct={act} />
    </div>
  );
}

function Note({
  proposal
}: {
  readonly proposal: IProposal;
}): React.ReactElement {
  const { conflict, note } = proposal;
  return (
    <div role="status">
      {conflict ? (
        <div className="jupyter-ctx-conflict">{conflict}</div>
      ) : (
        note && <div className="jupyter-ctx-remark">{note}</div>
      )}
    </div>
  );
}

interface IRow {
  readonly proposal: IProposal;
  readonly actions: IDocumentActions;
}

/** What the cell would become; in conflict, what was proposed and for what. */
function Difference({ proposal, actions }: IRow): React.ReactElement {
  const { trans } = useSurroundings();
  const { cell, base, source, conflict } = proposal;
  const current = actions.source(cell);
  const result = conflict ? null : patched(current, base, source);
  return (
    <Diff
      old={result === null ? base : current}
      fresh={result ?? source}
      label={trans.__('Removed and added lines')}
    />
  );
}

function Row(
  props: IRow & { readonly onAct: (acted: IActed) => void }
): React.ReactElement {
  const { trans, say } = useSurroundings();
  const { proposal, actions, onAct } = props;
  const { cell, conflict } = proposal;
  return (
    <div className="jupyter-ctx-row">
      {conflict ? (
        <Button
          kind="primary"
          label={trans.__('Show it against the current text')}
          hint={trans.__('Make the same change in what the cell holds now')}
          onClick={() => {
            const acted = actions.rebase(cell);
            say(acted.ok ? '' : acted.message);
          }}
        />
      ) : (
        <Button
          kind="primary"
          icon={checkIcon}
          label={trans.__('Accept')}
          hint={trans.__('Change the cell; one undo takes it back')}
          onClick={() => {
            onAct(actions.accept(cell));
          }}
        />
      )}
      <Button
        icon={closeIcon}
        label={trans.__('Reject')}
        hint={trans.__('Leave the cell as it is (Esc)')}
        onClick={() => {
          onAct(actions.reject(cell));
        }}
      />
    </div>
  );
}

/**
 * Take the focus to Accept, but from nobody who is writing or elsewhere in the
 * notebook: the next Enter would accept what was not read.
 */
function useLanding(box: React.RefObject<HTMLElement>): void {
  React.useEffect(() => {
    if (isFree(document.activeElement, box.current)) {
      box.current
        ?.querySelector<HTMLElement>('.jupyter-ctx-mod-primary')
        ?.focus();
    }
  }, []);
}

const WRITING = 'input, textarea, [contenteditable="true"]';

function isFree(active: Element | null, box: Element | null): boolean {
  const cell = active?.closest('.jp-Cell') ?? null;
  return !active?.matches(WRITING) && (cell === null || cell.contains(box));
}
