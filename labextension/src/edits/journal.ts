/** Which cell edits a turn made, kept per notebook so that a reload loses none. */

/** One edit as it was made; a new cell has an empty *before*. */
export interface IEdit {
  readonly turn: string;
  readonly cell: string;
  readonly kind: 'replace' | 'insert';
  readonly before: string;
  readonly after: string;
}

/** The part of `sessionStorage` that is used. */
export type IKeep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'jupyter-ctx:edits:';
const MOST = 100; // edits a notebook; older ones can no more be taken back
const SIZE_LIMIT = 500_000; // characters; a page may keep about 5 million

export class Journal {
  constructor(keep: IKeep, path: string) {
    this._keep = keep;
    this._path = path;
  }

  /** All edits, oldest first. */
  get edits(): readonly IEdit[] {
    return (this._edits ??= read(this._keep.getItem(PREFIX + this._path)));
  }

  add(edit: IEdit): void {
    this._write([...this.edits, edit]);
  }

  /** Forget *gone*: they were taken back. */
  drop(gone: readonly IEdit[]): void {
    this._write(this.edits.filter(edit => !gone.includes(edit)));
  }

  /** The notebook was renamed. */
  move(path: string): void {
    const edits = this.edits;
    this._keep.removeItem(PREFIX + this._path);
    this._path = path;
    this._write(edits);
  }

  private _write(edits: readonly IEdit[]): void {
    this._edits = bounded(edits);
    try {
      this._keep.setItem(PREFIX + this._path, JSON.stringify(this._edits));
    } catch {
      // The storage is full or forbidden: what is in memory still counts.
    }
  }

  private readonly _keep: IKeep;
  private _path: string;
  private _edits: readonly IEdit[] | null = null;
}

function read(text: string | null): IEdit[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? found.filter(isEdit) : [];
  } catch {
    return [];
  }
}

function isEdit(value: unknown): value is IEdit {
  const { kind, ...rest } = (value ?? {}) as Record<string, unknown>;
  const texts = [rest.turn, rest.cell, rest.before, rest.after];
  const isKind = kind === 'replace' || kind === 'insert';
  return isKind && texts.every(text => typeof text === 'string');
}

function bounded(edits: readonly IEdit[]): readonly IEdit[] {
  let kept = edits.slice(-MOST);
  while (kept.length > 1 && size(kept) > SIZE_LIMIT) {
    kept = kept.slice(1);
  }
  return kept;
}

function size(edits: readonly IEdit[]): number {
  return edits.reduce((sum, e) => sum + e.before.length + e.after.length, 0);
}
