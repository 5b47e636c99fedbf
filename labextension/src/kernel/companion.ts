/** A hidden kernel with Lab's own Python, for a notebook whose kernel does not do. */

import { PathExt } from '@jupyterlab/coreutils';
import { UUID } from '@lumino/coreutils';

import type { ICompanion } from './attempt';
import type { IKernel } from './wire';

/** The type of our sessions; Lab does not take them for notebooks. */
export const SESSION_TYPE = 'jupyter_ctx';

export interface ISession {
  readonly id: string;
  readonly kernel: IKernel | null;
  dispose(): void;
}

export interface ISessionOptions {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly kernel: { readonly name: string };
}

/** What is used of Lab's sessions and kernel specs. */
export interface ISessions {
  /** Kernel names with their languages; the server's default first. */
  languages(): Promise<readonly (readonly [name: string, language: string])[]>;
  /** Start a session; *changed* is called whenever its kernel's status changed. */
  start(options: ISessionOptions, changed: () => void): Promise<ISession>;
  /** Shut a session down; *isLeaving* where the page is about to end. */
  shutdown(id: string, isLeaving: boolean): void;
}

/** One companion at most; it is started at the first need. */
export class Companion implements ICompanion {
  constructor(
    private readonly sessions: ISessions,
    private readonly path: () => string,
    private readonly changed: () => void
  ) {}

  start(): Promise<IKernel | null> {
    const kernel = this.session?.kernel;
    if (kernel && !kernel.isDisposed && kernel.status !== 'dead') {
      return Promise.resolve(kernel);
    }
    this.starting ??= this.replace();
    return this.starting;
  }

  stop(isLeaving = false): void {
    // What is being started is shut down as soon as it is known.
    this.starting = null;
    const { session } = this;
    this.session = null;
    if (session !== null) {
      this.end(session, isLeaving);
    }
  }

  /** Start one in place of one that died. */
  private replace(): Promise<IKernel | null> {
    this.stop();
    const starting = this.launch().then(session => {
      if (session !== null && this.starting !== starting) {
        this.end(session, false);
        throw new Error('the companion is not needed any more');
      }
      this.session = session;
      return session?.kernel ?? null;
    });
    const clear = (): void => {
      this.starting = this.starting === starting ? null : this.starting;
    };
    starting.then(clear, clear);
    return starting;
  }

  private async launch(): Promise<ISession | null> {
    const name = chooseSpec(await this.sessions.languages());
    if (name === null) {
      return null;
    }
    const path = this.path();
    const title = `jupyter_ctx for ${PathExt.basename(path)}`;
    const options = { type: SESSION_TYPE, name: title, kernel: { name } };
    return this.sessions.start(
      { ...options, path: hiddenPath(path, UUID.uuid4().slice(0, 8)) },
      this.changed
    );
  }

  private end(session: ISession, isLeaving: boolean): void {
    this.sessions.shutdown(session.id, isLeaving);
    session.dispose();
  }

  private session: ISession | null = null;
  private starting: Promise<IKernel | null> | null = null;
}

/** Choose Lab's own Python: `python3`, else the first kernel that runs Python. */
export function chooseSpec(
  languages: readonly (readonly [name: string, language: string])[]
): string | null {
  const pythons = languages
    .filter(([, language]) => language.toLowerCase() === 'python')
    .map(([name]) => name);
  return pythons.includes('python3') ? 'python3' : (pythons[0] ?? null);
}

/** Name a session beside the notebook, so that its kernel starts in that folder. */
export function hiddenPath(path: string, id: string): string {
  const name = `.jupyter_ctx-${PathExt.basename(path)}-${id}`;
  return PathExt.join(PathExt.dirname(path), name);
}
