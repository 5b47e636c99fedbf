/** The kernel of a notebook panel, as Lab's session context tells of it. */

import type { NotebookPanel } from '@jupyterlab/notebook';

import type { IHost } from './link';
import type { Standing } from './standing';
import { standingOf } from './standing';
import type { IKernel } from './wire';

const STARTING = [
  'initializing',
  'starting',
  'restarting',
  'autorestarting',
  'terminating'
];

/** What tells that the network may be back, or the machine awake again. */
const AWAKE: readonly (readonly [EventTarget, string])[] = [
  [window, 'online'],
  [document, 'visibilitychange']
];

/** Milliseconds that a notebook without a kernel may take to get one. */
const PATIENCE = 8000;

export class Host implements IHost {
  constructor(
    private readonly panel: NotebookPanel,
    private readonly changed: () => void
  ) {
    const { sessionContext } = panel;
    sessionContext.kernelChanged.connect(this.onChange, this);
    sessionContext.statusChanged.connect(this.onChange, this);
    sessionContext.connectionStatusChanged.connect(this.onChange, this);
    for (const [target, name] of AWAKE) {
      target.addEventListener(name, this.onAwake);
    }
    // A dialog that asks for a kernel may be left open, or closed without one.
    this.timer = setTimeout(() => {
      this.isPatient = false;
      this.onChange();
    }, PATIENCE);
  }

  get kernel(): IKernel | null {
    // Lab's interface declares messages more narrowly than they are used here.
    const kernel = this.panel.sessionContext.session?.kernel ?? null;
    return kernel as unknown as IKernel | null;
  }

  get name(): string {
    return this.panel.sessionContext.kernelDisplayName;
  }

  get standing(): Standing {
    return standingOf(this.kernel, this.isStarting);
  }

  reconnect(): void {
    const kernel = this.panel.sessionContext.session?.kernel;
    kernel?.reconnect().catch(() => {
      // The next attempt comes with the signal that this one failed.
    });
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const [target, name] of AWAKE) {
      target.removeEventListener(name, this.onAwake);
    }
    const { sessionContext } = this.panel;
    sessionContext.kernelChanged.disconnect(this.onChange, this);
    sessionContext.statusChanged.disconnect(this.onChange, this);
    sessionContext.connectionStatusChanged.disconnect(this.onChange, this);
  }

  private get isStarting(): boolean {
    const { sessionContext } = this.panel;
    const status = sessionContext.kernelDisplayStatus;
    if (status === 'initializing' && !this.isPatient) {
      return false;
    }
    return sessionContext.isRestarting || STARTING.includes(status);
  }

  /** Lab itself waits longer after each failure, up to a minute. */
  private readonly onAwake = (): void => {
    if (!document.hidden && this.standing === 'offline') {
      this.reconnect();
    }
  };

  private onChange(): void {
    this.changed();
  }

  private readonly timer: ReturnType<typeof setTimeout>;
  private isPatient = true;
}
