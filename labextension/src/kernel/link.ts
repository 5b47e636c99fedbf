/** Keeps one client at the best kernel there is, through restarts and lost networks. */

import type { ICompanion, IFound } from './attempt';
import { attempt, isClient } from './attempt';
import type { AnyEvent, Client } from './client';
import type { Unsuitable } from './problems';
import { explainTrouble, OFF, SLOW } from './problems';
import { reach as reachKernel } from './reach';
import type { Standing } from './standing';
import type { Phase } from './problems';
import { Timer } from '../timer';
import type { IKernel } from './wire';

/** The notebook's own kernel, as it comes and goes. */
export interface IHost {
  readonly kernel: IKernel | null;
  /** The name that people know the kernel by. */
  readonly name: string;
  readonly standing: Standing;
  /** Connect again where Lab has given up. */
  reconnect(): void;
}

/** Who is told. */
export interface IOwner {
  event(event: AnyEvent): void;
  phase(phase: Phase, problem: string): void;
  /** Say hello. */
  greet(client: Client, isCompanion: boolean): Promise<IGreeted>;
  /** The network was away: ask anew for what was missed; tells whether it came. */
  resync(client: Client): Promise<boolean>;
}

/** How the kernel side took a hello. */
export interface IGreeted {
  /** What the user should know, e.g. that versions differ; else empty. */
  readonly problem: string;
  readonly isRefused: boolean;
}

/** Milliseconds after which a kernel that does not answer is spoken of. */
const SLOW_LIMIT = 2500;

/** Milliseconds between two hurried attempts: the server shall not be flooded. */
const HURRY_LIMIT = 2000;

export class Link {
  constructor(
    private readonly host: IHost,
    private readonly companion: ICompanion,
    private readonly owner: IOwner,
    private readonly reach = reachKernel
  ) {}

  /** The open client; null where there is none. */
  get client(): Client | null {
    return this.found?.client.isOpen ? this.found.client : null;
  }

  get isReady(): boolean {
    return this.phase === 'ready' && this.client !== null;
  }

  /**
   * Want a connection; resolves once there is one, or none can be had.
   *
   * A companion is started only where somebody wants to talk (*wantsAny*), not
   * for a notebook that was merely opened.
   */
  async connect(wantsAny = true): Promise<void> {
    if (this.isDisposed || this.isReady) {
      return;
    }
    if (this.phase === 'failed' && wantsAny) {
      this.forget();
    }
    this.isWanted = true;
    this.wantsAny ||= wantsAny;
    const settled = new Promise<void>(resolve => this.waiting.push(resolve));
    this.watch();
    if (wantsAny) {
      this.hurry();
    }
    await settled;
  }

  /** Connect again at once, for somebody who waits for it. */
  private hurry(): void {
    const now = Date.now();
    if (this.isPaused && now - this.hurried >= HURRY_LIMIT) {
      this.hurried = now;
      this.host.reconnect();
    }
  }

  /** Look at the notebook's kernel again, e.g. after an installation. */
  retry(): void {
    if (this.found?.isCompanion ?? true) {
      this.forget();
      this.watch();
    }
  }

  /** Look at the kernel and do what follows; called whenever it changed. */
  watch(): void {
    if (this.isDisposed || this.isLeft || !this.isWanted) {
      return;
    }
    switch (this.host.standing) {
      case 'coming':
        this.forget();
        this.letGo();
        break;
      case 'offline':
        this.pause();
        break;
      case 'up':
        this.use(this.host.kernel);
        break;
      case 'none':
        this.use(null);
        break;
    }
  }

  /**
   * The page is left: everything is given back at once.
   *
   * What Lab tells while its sockets close must not start anything anew.
   */
  leave(): void {
    this.isLeft = true;
    this.giveBack(true);
  }

  /** The page is shown again, from the browser's memory. */
  comeBack(): void {
    this.isLeft = false;
    this.watch();
  }

  dispose(): void {
    if (!this.isDisposed) {
      this.isDisposed = true;
      this.giveBack(false);
      this.settle();
    }
  }

  private giveBack(isLeaving: boolean): void {
    this.cancel();
    this.forget();
    this.found?.client.close();
    this.found = null;
    this.companion.stop(isLeaving);
  }

  /** Know nothing of the kernel any more: another process may be behind it. */
  private forget(): void {
    this.tried = undefined;
    this.isOff = false;
  }

  /** The kernel is gone: what was asked of it has ended. */
  private letGo(): void {
    this.cancel();
    if (this.found?.isCompanion === false) {
      this.found.client.drop();
      this.found = null;
    }
    if (this.found === null) {
      this.say(this.without, '');
    }
  }

  /** The network is away; the kernel side may still be there afterwards. */
  private pause(): void {
    if (this.found?.isCompanion === true) {
      return;
    }
    if (this.trying !== undefined) {
      this.cancel();
    }
    this.isPaused = true;
    this.say(this.without, '');
    if (this.host.kernel?.connectionStatus === 'disconnected') {
      this.timer.retry(() => {
        this.host.reconnect();
      });
    }
  }

  private use(kernel: IKernel | null): void {
    if (this.found?.kernel === kernel && this.client !== null) {
      this.resume(this.client);
    } else if (!this.isDone(kernel)) {
      if (this.found?.isCompanion === false) {
        this.letGo();
      }
      void this.try(kernel);
    }
  }

  /** Whether there is nothing to do for *kernel*: under way, off, or unsuitable. */
  private isDone(kernel: IKernel | null): boolean {
    if (this.trying !== undefined && this.trying.kernel === kernel) {
      return true;
    }
    const isKnown = this.tried !== undefined && this.tried.kernel === kernel;
    return this.isOff || (isKnown && (this.phase === 'failed' || this.isReady));
  }

  private resume(client: Client): void {
    if (!this.isPaused) {
      return;
    }
    this.isPaused = false;
    void this.owner.resync(client).then(isDone => {
      if (this.client !== client || this.isPaused) {
        return;
      }
      if (isDone) {
        this.succeed(this.notice);
      } else {
        client.close();
        this.found = null;
        this.watch();
      }
    });
  }

  /** Find a client at *kernel*, or at a companion where it does not do. */
  private async try(kernel: IKernel | null): Promise<void> {
    this.cancel();
    this.isPaused = false;
    const trying = { kernel, control: new AbortController() };
    this.trying = trying;
    if (!this.isReady) {
      this.say(this.without, '');
      this.timer.wait(SLOW_LIMIT, () => {
        this.say(this.without, SLOW);
      });
    }
    try {
      await this.take(await this.search(trying), trying);
    } catch (error) {
      if (this.trying === trying) {
        this.say(this.without, explainTrouble(error));
        this.cancel();
        this.timer.retry(() => {
          this.watch();
        });
      }
    }
  }

  private search(trying: ITrying): Promise<IFound | string | null> {
    const { kernel } = trying;
    const open = async (at: IKernel): Promise<Client | Unsuitable | null> => {
      const listener = {
        event: (event: AnyEvent): void => {
          this.owner.event(event);
        },
        closed: (): void => {
          this.switchOff(at);
        }
      };
      const reached = await this.reach(at, listener, trying.control.signal);
      if (this.trying === trying) {
        return reached;
      }
      if (isClient(reached)) {
        reached.close();
      }
      return null;
    };
    const spare = this.client === null ? null : this.found;
    const companion = this.wantsAny ? this.companion : null;
    return attempt(kernel, this.host.name, open, companion, spare);
  }

  /** Go on with what an attempt came to. */
  private async take(
    found: IFound | string | null,
    trying: ITrying
  ): Promise<void> {
    if (found === null || this.trying !== trying) {
      return;
    }
    if (typeof found === 'string' || found.isCompanion) {
      this.tried = trying;
    }
    if (typeof found === 'string') {
      this.fail(found);
    } else if (found.client === this.client) {
      this.succeed(found.problem);
    } else {
      await this.greet(found);
    }
  }

  private async greet(found: IFound): Promise<void> {
    const { client } = found;
    this.found?.client.close();
    this.found = found;
    if (!found.isCompanion) {
      this.companion.stop();
    }
    const said = await this.owner.greet(client, found.isCompanion);
    if (this.client !== client) {
      return;
    }
    if (said.isRefused) {
      client.close();
      this.found = null;
      this.tried = this.trying;
      this.fail(said.problem);
    } else {
      this.succeed(found.problem === '' ? said.problem : found.problem);
    }
  }

  /** The kernel side closed the comm: the user said `%ctx off`. */
  private switchOff(kernel: IKernel): void {
    if (this.found?.kernel === kernel) {
      this.found = null;
      this.cancel();
      this.isOff = true;
      this.fail(OFF);
    }
  }

  private succeed(problem: string): void {
    this.cancel();
    this.timer.succeed();
    this.wasReady = true;
    this.notice = problem;
    this.say('ready', problem);
    this.settle();
  }

  private fail(problem: string): void {
    this.cancel();
    this.say('failed', problem);
    this.settle();
  }

  /** The phase where there is no client. */
  private get without(): Phase {
    return this.wasReady ? 'lost' : 'connecting';
  }

  private say(phase: Phase, problem: string): void {
    if (phase !== this.phase || problem !== this.problem) {
      this.phase = phase;
      this.problem = problem;
      this.owner.phase(phase, problem);
    }
  }

  /** Give up the attempt that is under way, and what was to be done later. */
  private cancel(): void {
    this.trying?.control.abort();
    this.trying = undefined;
    this.timer.cancel();
  }

  private settle(): void {
    for (const resolve of this.waiting.splice(0)) {
      resolve();
    }
  }

  private found: IFound | null = null;
  private readonly timer = new Timer();
  /** The attempt that is under way; another one makes this one void. */
  private trying: ITrying | undefined;
  /** The kernel that is known not to do. */
  private tried: ITrying | undefined;
  private phase: Phase = 'idle';
  private problem = '';
  /** What is to be said while all is well, e.g. that versions differ. */
  private notice = '';
  private isWanted = false;
  private wantsAny = false;
  private isPaused = false;
  /** When a reconnection was hurried last. */
  private hurried = 0;
  /** The user said `%ctx off` in this kernel. */
  private isOff = false;
  private isLeft = false;
  private isDisposed = false;
  private wasReady = false;
  private readonly waiting: (() => void)[] = [];
}

interface ITrying {
  readonly kernel: IKernel | null;
  readonly control: AbortController;
}
