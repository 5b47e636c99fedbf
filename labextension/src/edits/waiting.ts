/** The changes of one notebook that wait for the user's word, one a cell. */

import type { IHunk } from '../notebook/hunks';
import { checked, hunksIn } from './proposals';
import type { IProposal } from '../tokens';

/** What is known of a cell. */
export interface ICells {
  /** Empty where it is not there. */
  source(cell: string): string;
  label(cell: string): string;
}

export class Waiting {
  constructor(private readonly _cells: ICells) {}

  get all(): readonly IProposal[] {
    return [...this._proposals.values()];
  }

  get(cell: string): IProposal | undefined {
    return this._proposals.get(cell);
  }

  /** The hunks in a cell; none where the change does not fit it. */
  hunks(cell: string): readonly IHunk[] {
    return hunksIn(this._cells.source(cell), this._proposals.get(cell));
  }

  /** Let *proposal* wait, with a note on whether it fits its cell. */
  keep(proposal: IProposal): IProposal {
    const { cell } = proposal;
    const current = this._cells.source(cell);
    const kept = checked(proposal, current, this._cells.label(cell));
    this._proposals.set(cell, kept);
    this._seen.set(cell, current);
    return kept;
  }

  /** Note what does not depend on the cell's source. */
  note(proposal: IProposal): void {
    this._proposals.set(proposal.cell, proposal);
  }

  /** Look again at cells whose source has changed; tells whether there are any. */
  check(): boolean {
    const changed = this.all.filter(
      ({ cell }) => this._seen.get(cell) !== this._cells.source(cell)
    );
    changed.forEach(proposal => this.keep(proposal));
    return changed.length > 0;
  }

  drop(cell: string): void {
    this._proposals.delete(cell);
    this._seen.delete(cell);
  }

  private readonly _proposals = new Map<string, IProposal>();
  /** The sources for which they were checked, by cell. */
  private readonly _seen = new Map<string, string>();
}
