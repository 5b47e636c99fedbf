/** What the actions on a notebook need of the page that shows it. */

import type { ISignal } from '@lumino/signaling';

import type { IShared } from './cells';
import type { Focus } from '../protocol.generated';

/** One open notebook as it is needed here. */
export interface IPage {
  /** Null until the notebook is loaded. */
  readonly shared: IShared | null;
  readonly path: string;
  readonly isReadOnly: boolean;
  readonly focus: Focus | null;
  /** Cells came, went, moved or ran: names and what is there have changed. */
  readonly cellsChanged: ISignal<unknown, void>;
  /** Something in the document has changed; comes with every key. */
  readonly textChanged: ISignal<unknown, void>;
  readonly pathChanged: ISignal<unknown, string>;
  /** Scroll to a cell and make it active; the focus stays where it is. */
  reveal(cell: string): void;
  /** Whether the user is writing into a cell, and must not be led away. */
  readonly isWriting: boolean;
  /** Run a cell; a sentence tells why it could not be run. */
  run(cell: string): Promise<string>;
  dispose(): void;
}
