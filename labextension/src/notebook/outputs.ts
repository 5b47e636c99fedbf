/** What is read of saved outputs: errors, and which outputs are ours. */

/** The fields of an nbformat output that are read here. */
export interface IOutput {
  readonly output_type?: unknown;
  readonly metadata?: unknown;
  readonly data?: unknown;
  readonly ename?: unknown;
  readonly evalue?: unknown;
}

/** One output of the kernel side: for which question, and which half of it. */
export interface IPart {
  readonly index: number;
  /** The turn that the cell asked. */
  readonly root: string;
  readonly part: 'text' | 'panel';
  /** It shows a widget, which lives only as long as its kernel. */
  readonly isWidget: boolean;
}

const WIDGET = 'application/vnd.jupyter.widget-view+json';

/** Find the outputs that the kernel side marked as its own. */
export function parts(outputs: readonly IOutput[]): IPart[] {
  return outputs.flatMap((output, index) => {
    const mark = field(field(output.metadata, 'jupyter_ctx'));
    const { turn, part } = mark;
    if (typeof turn !== 'string' || (part !== 'text' && part !== 'panel')) {
      return [];
    }
    return [
      { index, root: turn, part, isWidget: WIDGET in field(output.data) }
    ];
  });
}

/** The error among *outputs* as `KeyError: 'x'`; empty without one. */
export function failure(outputs: readonly IOutput[]): string {
  const error = outputs.find(output => output.output_type === 'error');
  if (error === undefined) {
    return '';
  }
  const [name, value] = [text(error.ename) || 'Error', text(error.evalue)];
  const first = value.split('\n')[0] ?? '';
  return first === '' ? name : `${name}: ${first}`;
}

/** A cell that talks to the assistant; its errors are not the user's code. */
export function isOurs(source: string): boolean {
  return /^\s*%{1,2}(assist|ctx)\b/.test(source);
}

function field(value: unknown, name?: string): Record<string, unknown> {
  const inner = name === undefined ? value : field(value)[name];
  return typeof inner === 'object' && inner !== null
    ? (inner as Record<string, unknown>)
    : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
