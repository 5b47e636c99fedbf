/** What changed in the document since the kernel side was last told; pure. */

import type {
  DocumentCell,
  DocumentChanged,
  DocumentOutput
} from '../protocol.generated';

/** The most characters of one output that leave the page: its head and its tail. */
const TEXT_LIMIT = 4000;

/** The most outputs of one cell, the first and the last ones. */
const OUTPUT_LIMIT = 20;

/** What the kernel side was told: cells by id, and their order. */
export interface IKnown {
  readonly cells: ReadonlyMap<string, DocumentCell>;
  readonly order: readonly string[];
}

export const NOTHING_KNOWN: IKnown = { cells: new Map(), order: [] };

export type Change = Pick<DocumentChanged, 'cells' | 'order'>;

/**
 * Compare *cells*, those that may have changed, and the *order* with *known*.
 *
 * A null order stands for the known one. Gives a null change if there is none.
 * What it costs depends on the cells given, not on the notebook.
 */
export function diff(
  known: IKnown,
  cells: readonly DocumentCell[],
  order: readonly string[] | null
): { readonly change: Change | null; readonly known: IKnown } {
  const changed = cells
    .map(cell => compare(known.cells.get(cell.id), cell))
    .filter(cell => cell !== null);
  const isSameOrder = order === null || isEqual(order, known.order);
  if (changed.length === 0 && isSameOrder) {
    return { change: null, known };
  }
  const now = new Map(known.cells);
  for (const cell of cells) {
    now.set(cell.id, cell);
  }
  if (isSameOrder) {
    return {
      change: { cells: changed, order: null },
      known: { cells: now, order: known.order }
    };
  }
  const ids = new Set(order);
  for (const id of known.order) {
    if (!ids.has(id)) {
      now.delete(id);
    }
  }
  return {
    change: { cells: changed, order: [...order] },
    known: { cells: now, order }
  };
}

/** Give what is to be sent of a cell: null for nothing, outputs only if new. */
function compare(
  before: DocumentCell | undefined,
  now: DocumentCell
): DocumentCell | null {
  if (before === undefined) {
    return now;
  }
  const isSame =
    before.source === now.source &&
    before.kind === now.kind &&
    before.executionCount === now.executionCount;
  const hasSameOutputs = isEqualJSON(before.outputs, now.outputs);
  if (isSame && hasSameOutputs) {
    return null;
  }
  return hasSameOutputs ? { ...now, outputs: null } : now;
}

/** An output as nbformat has it. */
export interface INotebookOutput {
  readonly output_type: string;
  readonly [key: string]: unknown;
}

/** Read the outputs of a cell, bounded; those of the conversation are not among them. */
export function readOutputs(
  outputs: readonly INotebookOutput[]
): DocumentOutput[] {
  const read = outputs.map(readOutput).filter(output => output !== null);
  if (read.length <= OUTPUT_LIMIT) {
    return read;
  }
  const half = OUTPUT_LIMIT / 2;
  return [...read.slice(0, half), ...read.slice(-half)];
}

function readOutput(output: INotebookOutput): DocumentOutput | null {
  switch (output.output_type) {
    case 'stream':
      return { kind: 'stream', ...bound(join(output['text'])) };
    case 'error':
      return readError(output);
    case 'display_data':
    case 'execute_result':
      return readBundle(output, output.output_type);
    default:
      return null;
  }
}

function readError(output: INotebookOutput): DocumentOutput {
  const lines = (output['traceback'] ?? []) as readonly string[];
  const whole = bound(lines.join('\n'));
  return {
    kind: 'error',
    ename: join(output['ename']),
    evalue: bound(join(output['evalue'])).text,
    traceback: whole.text === '' ? [] : whole.text.split('\n'),
    size: whole.size
  };
}

function readBundle(
  output: INotebookOutput,
  kind: 'display_data' | 'execute_result'
): DocumentOutput | null {
  const data = (output['data'] ?? {}) as Readonly<Record<string, unknown>>;
  if (isOurs(output['metadata'])) {
    return null;
  }
  const mimes = Object.keys(data);
  const image = mimes.find(mime => mime.startsWith('image/'));
  if (image !== undefined) {
    return { kind, mime: image, text: '', size: join(data[image]).length };
  }
  const mime = [
    'text/plain',
    ...mimes.filter(one => one.startsWith('text/'))
  ].find(one => one in data);
  if (mime === undefined) {
    return { kind, mime: mimes[0] ?? 'text/plain', text: '', size: 0 };
  }
  return { kind, mime, ...bound(join(data[mime])) };
}

/** Whether an output shows the conversation, which the kernel side knows. */
function isOurs(metadata: unknown): boolean {
  return typeof metadata === 'object' && metadata && 'jupyter_ctx' in metadata
    ? true
    : false;
}

/** Keep the head and the tail of a long text, and say what is left out. */
export function bound(
  text: string,
  limit = TEXT_LIMIT
): { readonly text: string; readonly size: number } {
  const size = text.length;
  if (size <= limit) {
    return { text, size };
  }
  const half = limit / 2;
  const note = `\n… ${size - limit} characters left out …\n`;
  return { text: text.slice(0, half) + note + text.slice(-half), size };
}

/** nbformat stores long strings as lists of lines. */
function join(text: unknown): string {
  if (Array.isArray(text)) {
    return text.join('');
  }
  return typeof text === 'string' ? text : '';
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length === other.length && one.every((id, index) => id === other[index])
  );
}

/** Bounded values only, so that comparing their text is cheap. */
function isEqualJSON(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
