/** Loads the kernel side without a trace in the user's kernel, and says how it went. */

import { MAJOR } from '../version';
import type { IKernel, IMessage } from './wire';

/** How a kernel stands with jupyter_ctx. */
export type Attached =
  | { readonly kind: 'ready'; readonly version: string }
  /** The package is not in the kernel's environment. */
  | { readonly kind: 'missing'; readonly python: string }
  /** It is there, but does not understand this page. */
  | { readonly kind: 'old'; readonly version: string; readonly python: string }
  /** It is there, but importing or loading it fails. */
  | {
      readonly kind: 'broken';
      readonly message: string;
      readonly python: string;
    }
  /** The kernel runs another language. */
  | { readonly kind: 'foreign'; readonly language: string };

/**
 * The one expression that runs in the kernel; it never raises.
 *
 * IPython stores an exception of a user expression as the last error, which is
 * the user's. Everything runs in a dictionary of its own, so that no name is
 * added. The answer is JSON in hexadecimal: no formatter of the user changes it.
 */
const PROGRAM = `
import json, sys
def attach():
    python = sys.executable or ''
    try:
        import importlib.util
        if importlib.util.find_spec('jupyter_ctx') is None:
            return {'kind': 'missing', 'python': python}
        import jupyter_ctx
        version = getattr(jupyter_ctx, '__version__', '')
        if not hasattr(jupyter_ctx, 'attach'):
            return {'kind': 'old', 'version': version, 'python': python}
        said = jupyter_ctx.attach()
        if said.get('problem'):
            return {'kind': 'broken', 'message': said['problem'], 'python': python}
        if said.get('major', 1) != ${MAJOR}:
            return {'kind': 'old', 'version': version, 'python': python}
        return {'kind': 'ready', 'version': said['version']}
    except BaseException as error:
        message = f'{type(error).__name__}: {error}'[:500]
        return {'kind': 'broken', 'message': message, 'python': python}
answer = json.dumps(attach()).encode().hex()
`;

/**
 * Runs before PROGRAM: for the thread of this request no hook of the user runs.
 *
 * IPython runs the hooks of 'post_execute' after silent requests too. On a
 * subshell, matplotlib's would take away the figure that a running cell draws.
 */
const QUIETEN = `
import threading
from IPython import get_ipython
def quiet(hook, thread):
    def run(*given):
        if threading.get_ident() != thread:
            return hook(*given)
    run.jupyter_ctx_hook = hook
    return run
hooks = get_ipython().events.callbacks['post_execute']
hooks[:] = [quiet(hook, threading.get_ident()) for hook in hooks]
`;

/** Runs after it: every hook is what it was. */
const RESTORE = `
from IPython import get_ipython
hooks = get_ipython().events.callbacks['post_execute']
hooks[:] = [getattr(hook, 'jupyter_ctx_hook', hook) for hook in hooks]
`;

/** Write *program* as one expression that runs it in a dictionary of its own. */
function asExpression(program: string, result: string): string {
  const run = `__import__('builtins').exec(${JSON.stringify(program)}, d)`;
  return `(lambda d: (${run}, ${result})[1])({})`;
}

/** The key under which the kernel answers. */
const KEY = 'jupyter_ctx';

/**
 * Load the kernel side of a Python kernel, on *subshell* if there is one.
 *
 * Rejects only where the kernel goes away, or *signal* says that nobody waits any
 * more: a kernel that restarts never answers.
 */
export async function attach(
  kernel: IKernel,
  subshell: string | null,
  signal: AbortSignal
): Promise<Attached> {
  const side = kernel.clone();
  // Set before its socket opens, so that even its first question is answered.
  side.subshellId = subshell;
  try {
    const { done } = side.requestExecute(request());
    return readReply(await Promise.race([done, rejection(signal)]));
  } finally {
    // The subshell is not its own to delete.
    side.subshellId = null;
    side.dispose();
  }
}

function request(): Parameters<
  ReturnType<IKernel['clone']>['requestExecute']
>[0] {
  return {
    code: asExpression(QUIETEN, 'None'),
    silent: true,
    store_history: false,
    // False would forbid input() to a cell that is running now.
    allow_stdin: true,
    stop_on_error: false,
    user_expressions: {
      [KEY]: asExpression(PROGRAM, `d['answer']`),
      restored: asExpression(RESTORE, 'None')
    }
  };
}

/** Reject as soon as *signal* is given. */
function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = (): void => {
      reject(new Error('nobody waits for the kernel any more'));
    };
    if (signal.aborted) {
      giveUp();
    }
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

interface IReply {
  readonly user_expressions?: Record<string, IExpression>;
}

interface IExpression {
  readonly data?: Record<string, string>;
  readonly evalue?: string;
}

/** Read what the program answered. */
export function readReply(reply: IMessage | undefined): Attached {
  const said = (reply?.content as IReply | undefined)?.user_expressions?.[KEY];
  const text = decode(said);
  if (text === '') {
    const message = said?.evalue ?? 'the kernel gave no answer';
    return { kind: 'broken', message, python: '' };
  }
  return JSON.parse(text) as Attached;
}

/** Decode the hexadecimal digits in the representation of a string. */
function decode(said: IExpression | undefined): string {
  const shown = said?.data?.['text/plain'] ?? '';
  const [digits = ''] = /[0-9a-f]{2,}/.exec(shown) ?? [];
  const codes = (digits.match(/../g) ?? []).map(pair => parseInt(pair, 16));
  return String.fromCharCode(...codes);
}
