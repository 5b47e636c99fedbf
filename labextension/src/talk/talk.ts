/** The state of one conversation and the requests that change it. */

import type { Phase } from '../kernel/problems';
import { UUID } from '@lumino/coreutils';
import type { ISignal } from '@lumino/signaling';
import { Signal } from '@lumino/signaling';

import type { ICompanion } from '../kernel/attempt';
import type { AnyEvent, Body, Client } from '../kernel/client';
import { lost } from '../kernel/client';
import { Identity } from '../notebook/identity';
import type { IMetadata } from '../notebook/identity';
import type { IGreeted, IHost, IOwner } from '../kernel/link';
import { Link } from '../kernel/link';
import { explainVersions, NOT_YET, SILENT } from '../kernel/problems';
import type {
  Hello,
  LabSettings,
  PageChanged,
  Welcome
} from '../protocol.generated';
import type { PageEvent } from './reducer';
import { reduce } from './reducer';
import type { IState } from './state';
import { EMPTY } from './state';
import type { IOutcome } from '../tokens';
import { MAJOR, MINOR, VERSION } from '../version';
import type { ICells } from '../notebook/watcher';
import { Watcher } from '../notebook/watcher';
import { within } from '../kernel/wire';

/** What a conversation needs to know of its notebook. */
export interface INotebook {
  /** Resolved once the file is read. */
  readonly ready: Promise<void>;
  readonly path: string;
  /** The language of its code, as the file says. */
  readonly language: string;
  readonly cells: ICells;
  readonly metadata: IMetadata;
}

/** What it needs to know of its page. */
export interface IPage {
  /** An id of this page. */
  readonly page: string;
  /** The server's base URL. */
  readonly server: string;
  /** What Lab's settings say of the kernel side. */
  settings(): LabSettings;
  /** Whether there is a file at *path*; null if that cannot be told. */
  exists(path: string): Promise<boolean | null>;
}

/** Milliseconds that a request waits for a kernel. */
const CONNECT_LIMIT = 60_000;

/** Milliseconds that a kernel side may take to greet, however slow the machine is. */
const GREET_LIMIT = 30_000;

/** Milliseconds that a kernel side has to bring a page up to date. */
const RESYNC_LIMIT = 3000;

/** Milliseconds where the answer waits for the running cell. */
const NO_LIMIT = 2 ** 31 - 1;

/** Messages that a page is sent at first; older ones when they are looked at. */
const PAGE_SIZE = 100;

/** Requests that make a turn. */
const ASKING: ReadonlySet<string> = new Set(['ask', 'edit', 'choose']);

export class Talk implements IOwner {
  constructor(
    private readonly notebook: INotebook,
    private readonly page: IPage,
    host: IHost,
    companion: ICompanion
  ) {
    this.identity = new Identity(notebook.metadata);
    this.link = new Link(host, companion, this);
  }

  readonly link: Link;

  get state(): IState {
    return this.now;
  }

  get changed(): ISignal<Talk, void> {
    return this.didChange;
  }

  get pageChanged(): ISignal<Talk, PageChanged> {
    return this.didChangePage;
  }

  /** Connect; *wantsAny* false: only to the notebook's own kernel. */
  async connect(wantsAny: boolean): Promise<void> {
    try {
      await this.notebook.ready;
    } catch {
      // Lab tells that the file cannot be read, and closes it.
      return;
    }
    await this.link.connect(wantsAny);
  }

  /** Send a request of the user and note it in the state until it has ended. */
  async request(body: Body): Promise<IOutcome> {
    const id = UUID.uuid4();
    this.dispatch({ type: 'requested', id });
    // Nothing is started only to stop it.
    const outcome = await this.send(body, id, body.type !== 'stop');
    if (this.now.open.includes(id)) {
      // It ended here; the kernel side did not say anything.
      this.dispatch({ type: 'gone', id, message: outcome.message });
    }
    return outcome;
  }

  /**
   * Send *body*; its end is nobody's news but the caller's.
   *
   * *wantsAny* tells whether a companion may be started for it.
   */
  async send(
    body: Body,
    id: string = UUID.uuid4(),
    wantsAny = false
  ): Promise<IOutcome> {
    const client = await this.reach(wantsAny);
    if (client === null) {
      const { phase, problem } = this.now;
      return lost(phase === 'failed' ? problem : NOT_YET);
    }
    if (body.type !== 'stop') {
      this.tell(client);
    }
    if (ASKING.has(body.type)) {
      this.identity.claim(this.now.conversation);
    }
    return client.send(body, id);
  }

  private async reach(wantsAny: boolean): Promise<Client | null> {
    if (!this.link.isReady) {
      await within(this.connect(wantsAny), CONNECT_LIMIT);
    }
    return this.link.isReady ? this.link.client : null;
  }

  /** Tell that this page shows the outputs of *roots*, now and after a restart. */
  adopt(roots: readonly string[]): Promise<IOutcome> {
    for (const root of roots) {
      this.adopted.add(root);
    }
    return this.send({ type: 'adopt', roots: [...roots] });
  }

  /** The page is looked at again: other pages and kernels may have gone on. */
  look(): void {
    const { client } = this.link;
    if (client !== null && this.link.isReady && !this.isSyncing) {
      void this.resync(client);
    }
  }

  /** Tell that Lab's settings have changed; a page that comes later says so itself. */
  configure(): void {
    const settings = this.page.settings();
    void this.link.client?.send({ type: 'configure', settings });
  }

  /** The settings, also where a kernel side of before looks for them. */
  private settings(): Pick<Hello, 'settings' | 'model' | 'apiBase'> {
    const settings = this.page.settings();
    const { model = '', apiBase = '' } = settings;
    return { settings, model, apiBase };
  }

  /** Tell that the notebook was renamed. */
  move(): void {
    void this.link.client?.send({ type: 'moved', path: this.notebook.path });
  }

  /** Count what would be sent; where that fails, the state says why. */
  async count(body: Body): Promise<IOutcome> {
    const outcome = await this.send(body);
    if (outcome.kind === 'failed' && !this.isDisposed) {
      this.dispatch({ type: 'uncounted', message: outcome.message });
    }
    return outcome;
  }

  dispose(): void {
    this.isDisposed = true;
    this.link.dispose();
    this.watcher?.dispose();
    Signal.clearData(this);
  }

  // What the link tells

  event(event: AnyEvent): void {
    this.dispatch(event);
    if (event.type === 'welcome') {
      this.welcome = event;
      this.follow(event.requestId !== '');
    } else if (event.type === 'page_changed') {
      this.didChangePage.emit(event);
    } else if (event.type === 'turn_changed') {
      this.identity.claim(this.now.conversation);
    }
    const { client } = this.link;
    if (this.now.isStale && client !== null && !this.isSyncing) {
      void this.resync(client);
    }
  }

  /** The notebook goes on with another conversation, as somebody asked for. */
  private follow(isAsked: boolean): void {
    // While it greets, the notebook itself says which one it has.
    const isKnown = isAsked || this.identity.conversation !== '';
    if (this.link.isReady && isKnown) {
      this.identity.fork(this.now.conversation);
    }
  }

  phase(phase: Phase, problem: string): void {
    this.dispatch({ type: 'phase', phase, problem });
  }

  async greet(client: Client, isCompanion: boolean): Promise<IGreeted> {
    this.dispatch({ type: 'opened' });
    this.watch().reset();
    this.welcome = null;
    const hello = client.send(this.hello(isCompanion));
    const outcome = await within(hello, limit(client, GREET_LIMIT));
    const welcome = this.welcome as Welcome | null;
    const refusal = refuse(outcome, welcome);
    if (welcome === null || refusal !== '') {
      return { problem: refusal, isRefused: true };
    }
    await this.settle(client, welcome);
    this.tell(client);
    if (this.adopted.size > 0) {
      void client.send({ type: 'adopt', roots: [...this.adopted] });
    }
    return { problem: explainVersions(welcome), isRefused: false };
  }

  /** Ask for everything anew; requests whose end was missed end here. */
  async resync(client: Client): Promise<boolean> {
    this.isSyncing = true;
    const before = client.waiting;
    const answer = client.send({ type: 'resync' });
    const outcome = await within(answer, limit(client, RESYNC_LIMIT));
    this.isSyncing = false;
    if (outcome?.kind !== 'done') {
      return false;
    }
    if (!this.now.turns.some(turn => turn.live !== null)) {
      for (const id of before) {
        client.give(id, lost());
      }
    }
    return true;
  }

  private hello(isCompanion: boolean): Body {
    return {
      type: 'hello',
      major: MAJOR,
      minor: MINOR,
      version: VERSION,
      page: this.page.page,
      conversation: this.identity.conversation,
      path: this.notebook.path,
      server: this.page.server,
      isCompanion,
      language: this.notebook.language,
      pageSize: PAGE_SIZE,
      ...this.settings()
    };
  }

  /** A conversation known from another place: is this a copy, or was it moved? */
  private async settle(client: Client, welcome: Welcome): Promise<void> {
    if (welcome.otherPath === '') {
      return;
    }
    const isCopy = await this.page.exists(welcome.otherPath);
    if (isCopy === null) {
      return;
    }
    const outcome = await client.send({ type: 'settle', isCopy });
    if (isCopy && outcome.kind === 'done') {
      this.identity.fork(this.now.conversation);
    }
  }

  /** Tell what changed in the document; what is sent next is handled after it. */
  private tell(client: Client): void {
    const change = this.watch().take();
    if (change !== null) {
      void client.send({ type: 'document_changed', ...change });
    }
  }

  private watch(): Watcher {
    this.watcher ??= new Watcher(this.notebook.cells, () => {
      const { client } = this.link;
      if (client !== null && this.link.isReady) {
        this.tell(client);
      }
    });
    return this.watcher;
  }

  private dispatch(event: AnyEvent | PageEvent): void {
    if (!this.isDisposed) {
      this.now = reduce(this.now, event);
      this.didChange.emit();
    }
  }

  private now: IState = EMPTY;
  private readonly didChange = new Signal<this, void>(this);
  private readonly didChangePage = new Signal<this, PageChanged>(this);
  private readonly identity: Identity;
  private readonly adopted = new Set<string>();
  private watcher: Watcher | null = null;
  private welcome: Welcome | null = null;
  private isSyncing = false;
  private isDisposed = false;
}

/** How long to wait for *client*: one without a subshell may be behind a cell. */
function limit(client: Client, usual: number): number {
  return client.hasSubshell ? usual : NO_LIMIT;
}

/** Say why a page cannot go on after its hello; empty if it can. */
function refuse(outcome: IOutcome | null, welcome: Welcome | null): string {
  if (welcome !== null && welcome.major !== MAJOR) {
    return explainVersions(welcome);
  }
  if (outcome === null || (outcome.kind === 'done' && welcome === null)) {
    return SILENT;
  }
  return outcome.kind === 'done' ? '' : outcome.message;
}
