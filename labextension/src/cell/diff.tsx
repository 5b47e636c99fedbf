/** Old and new lines of a cell, told apart by signs as well as by colours. */

import * as React from 'react';

import { hunksOf, type IHunk, type Part, partsOf } from '../notebook/hunks';
import { spans } from '../notebook/linetext';
import { useSurroundings } from '../view/common';

interface IDiff {
  readonly old: string;
  readonly hunks: readonly IHunk[];
  readonly label: string;
  /** How a hunk is shown; by default its removed and added lines. */
  readonly children?:
    ((hunk: IHunk, index: number) => React.ReactElement) | undefined;
}

/** The lines of *old* with its hunks among them, the rest folded. */
export function Diff(props: IDiff): React.ReactElement {
  const { old, hunks, label, children } = props;
  const parts = React.useMemo(() => partsOf(old, hunks), [old, hunks]);
  return (
    // It scrolls where it is long, so it takes the focus.
    <div
      className="jupyter-ctx-diff"
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <div className="jupyter-ctx-diff-lines">
        {parts.map((part, index) => (
          <Piece key={keyOf(part, index)} part={part}>
            {part.kind === 'hunk' &&
              (children?.(part.hunk, hunks.indexOf(part.hunk)) ?? (
                <Lines hunk={part.hunk} />
              ))}
          </Piece>
        ))}
      </div>
    </div>
  );
}

/** A diff that is only to be read. */
export function Compared(props: {
  readonly old: string;
  readonly fresh: string;
  readonly label: string;
}): React.ReactElement {
  const { old, fresh, label } = props;
  const hunks = React.useMemo(() => hunksOf(old, fresh), [old, fresh]);
  return <Diff old={old} hunks={hunks} label={label} />;
}

function keyOf(part: Part, index: number): string {
  return part.kind === 'hunk' ? part.hunk.key : `${index}`;
}

function Piece(props: {
  readonly part: Part;
  readonly children: React.ReactNode;
}): React.ReactElement {
  const { part, children } = props;
  switch (part.kind) {
    case 'same':
      return (
        <>
          {part.lines.map((text, index) => (
            <Line key={index} kind="same" text={text} />
          ))}
        </>
      );
    case 'gap':
      return <Gap count={part.count} />;
    case 'hunk':
      return <>{children}</>;
  }
}

function Gap({ count }: { readonly count: number }): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <div className="jupyter-ctx-line jupyter-ctx-mod-gap">
      <span className="jupyter-ctx-sign" aria-hidden="true">
        ⋯
      </span>
      <span>{trans._n('%1 line as it is', '%1 lines as they are', count)}</span>
    </div>
  );
}

/** The removed and the added lines of a hunk, or those of one side alone. */
export function Lines(props: {
  readonly hunk: IHunk;
  readonly side?: 'old' | 'fresh';
}): React.ReactElement {
  const { hunk, side } = props;
  const { old, fresh } = hunk;
  // Lines are compared one by one where there are as many of both.
  const isPaired = old.length === fresh.length && side === undefined;
  const other = (all: readonly string[], index: number): string | null =>
    isPaired ? (all[index] ?? null) : null;
  return (
    <>
      {side !== 'fresh' &&
        old.map((text, index) => (
          <Line
            key={`-${index}`}
            kind={side === 'old' ? 'same' : 'old'}
            text={text}
            other={other(fresh, index)}
          />
        ))}
      {side !== 'old' &&
        fresh.map((text, index) => (
          <Line
            key={`+${index}`}
            kind="new"
            text={text}
            other={other(old, index)}
          />
        ))}
    </>
  );
}

const SIGNS = { same: ' ', old: '−', new: '+' };

interface ILine {
  readonly kind: 'same' | 'old' | 'new';
  readonly text: string;
  /** The line it stands against, to show what differs within. */
  readonly other?: string | null;
}

const Line = React.memo(function Line(props: ILine): React.ReactElement {
  const { kind, text, other = null } = props;
  const { trans } = useSurroundings();
  const spoken = { old: trans.__('removed:'), new: trans.__('added:') };
  return (
    <div className={`jupyter-ctx-line jupyter-ctx-mod-${kind}`}>
      <span className="jupyter-ctx-sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      {kind !== 'same' && (
        <span className="jupyter-ctx-spoken">{spoken[kind]}</span>
      )}
      <code>
        {spans(text, other).map((span, index) =>
          span.cut > 0 ? (
            <span key={index} className="jupyter-ctx-cut">
              {trans.__('… %1 characters …', span.cut.toLocaleString())}
            </span>
          ) : span.isMarked ? (
            <mark key={index}>{span.text}</mark>
          ) : (
            <React.Fragment key={index}>{span.text}</React.Fragment>
          )
        )}
      </code>
    </div>
  );
});
