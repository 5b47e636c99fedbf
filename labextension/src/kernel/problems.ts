/** What stands between the page and the kernel, each in a sentence with a next step. */

import type { Attached } from './attach';
import type { Welcome } from '../protocol.generated';
import { MAJOR, VERSION } from '../version';

/** How the page stands with the kernel side. */
export type Phase =
  /** Nothing was tried yet. */
  | 'idle'
  | 'connecting'
  | 'ready'
  /** It was ready; the page tries again by itself. */
  | 'lost'
  /** There is no way; `problem` says why and what to do. */
  | 'failed';

export type Unsuitable = Exclude<Attached, { readonly kind: 'ready' }>;

/** The kernel side was switched off by the user. */
export const OFF =
  'jupyter_ctx was switched off in this kernel with `%ctx off`. ' +
  'Send a message, or run `%load_ext jupyter_ctx`, to switch it on again.';

/** A kernel that takes its time, most likely one without subshells. */
export const SLOW =
  'The kernel has not answered yet. If a cell is running, ' +
  'the sidebar goes on when it has ended.';

export const NO_KERNEL = 'This notebook has no kernel.';

const DOCUMENT_ONLY = 'Until then only the document is known.';

/** Say why the kernel *name* cannot be looked at; null stands for no kernel. */
export function explain(name: string, reason: Unsuitable | null): string {
  if (reason === null) {
    return `${NO_KERNEL} Only the document is known; start a kernel for more.`;
  }
  switch (reason.kind) {
    case 'foreign':
      return (
        `The kernel ${name} runs ${reason.language}, ` +
        'so only the document is known, not its variables.'
      );
    case 'missing':
      return (
        `The environment of the kernel ${name} has no jupyter_ctx: ` +
        `run ${pipLine(reason.python)} there, then restart the kernel. ` +
        DOCUMENT_ONLY
      );
    case 'old':
      return (
        `The environment of the kernel ${name} has jupyter_ctx ` +
        `${reason.version}, JupyterLab has ${VERSION}: ` +
        `run ${pipLine(reason.python, VERSION)}, then restart the kernel. ` +
        DOCUMENT_ONLY
      );
    case 'broken':
      return (
        `jupyter_ctx could not be loaded in the kernel ${name} ` +
        `(${reason.message}). Only the document is known; ` +
        '`jupyter ctx doctor` in a terminal says what to do.'
      );
  }
}

/** There is no kernel to start beside the notebook's. */
export const NO_COMPANION =
  'JupyterLab offers no Python kernel that could answer instead: ' +
  'run `pip install ipykernel jupyter_ctx` where JupyterLab runs.';

/** Say that the kernel beside the notebook's does not work either. */
export function explainCompanion(reason: Unsuitable): string {
  if (reason.kind === 'missing') {
    return (
      "JupyterLab's own Python has no jupyter_ctx either: " +
      `run ${pipLine(reason.python)}, then reload this page.`
    );
  }
  const why = explain('python3', reason);
  return `JupyterLab's own Python cannot answer instead: ${why}`;
}

/** Say that page and kernel side are of two versions; empty if they are of one. */
export function explainVersions(
  welcome: Pick<Welcome, 'major' | 'version'>
): string {
  if (welcome.major === MAJOR && welcome.version === VERSION) {
    return '';
  }
  const effect =
    welcome.major === MAJOR
      ? 'most works'
      : 'they do not understand each other';
  const both = `JupyterLab has jupyter_ctx ${VERSION}, the kernel ${welcome.version}: ${effect}. `;
  return isNewer(welcome.version, VERSION)
    ? both +
        `Run ${pipLine('', welcome.version)} where JupyterLab runs, ` +
        'then reload this page.'
    : both +
        `Run ${pipLine('', VERSION)} in the kernel's environment, ` +
        'then restart the kernel.';
}

/** Whether version *one* is above *other*: the older side is the one to change. */
function isNewer(one: string, other: string): boolean {
  const numbers = (version: string): number[] =>
    (version.match(/\d+/g) ?? []).map(Number);
  const [first, second] = [numbers(one), numbers(other)];
  const place = first.findIndex((part, index) => part !== second[index]);
  return place >= 0 && (first[place] ?? 0) > (second[place] ?? -1);
}

/** Write the command that installs the package where *python* is. */
function pipLine(python: string, version = ''): string {
  const what = version === '' ? 'jupyter_ctx' : `jupyter_ctx==${version}`;
  const program = / /.test(python) ? `"${python}"` : python;
  const pip = program === '' ? 'pip' : `${program} -m pip`;
  return `\`${pip} install ${what}\``;
}

/** Say that an attempt failed and that the next one comes by itself. */
export function explainTrouble(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return (
    `The kernel could not be reached (${reason}). The page tries again by ` +
    'itself; if it goes on, restart the kernel.'
  );
}

/** A kernel side that was loaded does not say a word. */
export const SILENT =
  'The kernel side of jupyter_ctx does not answer. ' +
  'Send a message to try again; if it stays, restart the kernel.';

/** A request was not sent. */
export const NOT_YET =
  'The kernel is not ready yet, so nothing was sent. Wait until it is, and try again.';
