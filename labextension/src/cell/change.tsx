/** A replacement that waits for the user's word, as a diff in its cell. */

import * as React from 'react';

import type { IActed, IProposal } from '../tokens';
import { useSurroundings, Words } from '../view/common';

import { ChangeButtons } from './changebuttons';
import { Compared, Diff } from './diff';
import { Hunk } from './hunk';
import { currentHunk, hunkAct, type IDeciding, perform } from './hunkkeys';

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
  const hunks = actions.hunks(cell);
  const name = actions.label(cell);
  const act = (acted: IActed): void => {
    const waiting = actions.proposals.find(one => one.cell === cell);
    // A conflict is told above the diff.
    const isShown = waiting?.conflict === acted.message;
    say(acted.ok || isShown ? '' : acted.message);
    if (acted.ok && waiting === undefined) {
      onDone();
    }
  };
  const onKey = useKeys({ proposal, hunks, actions, onAct: act });
  return (
    <div
      ref={box}
      className="jupyter-ctx-change"
      role="group"
      aria-label={trans.__('Proposed change of %1', name)}
      onKeyDown={onKey}
    >
      <div className="jupyter-ctx-change-title">
        {proposal.label ? (
          <Words text={proposal.label} />
        ) : (
          trans.__('Proposed change of %1', name)
        )}
      </div>
      <Note proposal={proposal} />
      <Difference
        proposal={proposal}
        hunks={hunks}
        actions={actions}
        onAct={act}
      />
      <ChangeButtons proposal={proposal} hunks={hunks} onAct={act} />
      {hunks.length > 1 && <Keys />}
    </div>
  );
}

function Keys(): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <div className="jupyter-ctx-fine">
      {trans.__(
        'n, p: next, previous · a: accept · r: reject · u: decide anew · Shift+A: accept the rest · Esc: leave the cell as it is'
      )}
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

/** What the cell would become; in conflict, what was proposed and for what. */
function Difference(props: IDeciding): React.ReactElement {
  const { trans } = useSurroundings();
  const { proposal, hunks, actions, onAct } = props;
  const { cell, base, source, conflict, verdicts = {} } = proposal;
  const label = trans.__('Removed and added lines');
  if (conflict) {
    return <Compared old={base} fresh={source} label={label} />;
  }
  const current = currentHunk(proposal, hunks);
  return (
    <Diff old={actions.source(cell)} hunks={hunks} label={label}>
      {hunks.length < 2
        ? undefined
        : (hunk, index) => (
            <Hunk
              hunk={hunk}
              number={index + 1}
              count={hunks.length}
              verdict={verdicts[hunk.key]}
              isCurrent={hunk.key === current}
              onDecide={verdict => {
                onAct(actions.decide(cell, hunk.key, verdict));
              }}
              onFocus={() => {
                actions.look(cell, hunk.key);
              }}
            />
          )}
    </Diff>
  );
}

/** Let keys decide, wherever in the change the focus is. */
function useKeys(props: IDeciding): (event: React.KeyboardEvent) => void {
  return event => {
    const act = hunkAct(event);
    if (act !== null && perform(act, props)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}

/**
 * Take the focus to what decides, but from nobody who is writing or elsewhere in
 * the notebook: the next Enter would accept what was not read.
 */
function useLanding(box: React.RefObject<HTMLElement>): void {
  React.useEffect(() => {
    const first = '.jupyter-ctx-mod-current, .jupyter-ctx-mod-primary';
    if (isFree(document.activeElement, box.current)) {
      box.current?.querySelector<HTMLElement>(first)?.focus();
    }
  }, []);
}

const WRITING = 'input, textarea, [contenteditable="true"]';

function isFree(active: Element | null, box: Element | null): boolean {
  const cell = active?.closest('.jp-Cell') ?? null;
  return !active?.matches(WRITING) && (cell === null || cell.contains(box));
}
