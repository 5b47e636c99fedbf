/** The conversation of one open notebook: what it knows, and every request. No DOM. */

import { UUID } from '@lumino/coreutils';
import type { ISignal } from '@lumino/signaling';
import { Signal } from '@lumino/signaling';
import type { NotebookPanel } from '@jupyterlab/notebook';

import type { AnyEvent, Body, Client } from './client';
import { lost } from './client';
import type { ISessions } from './companion';
import { Companion } from './companion';
import type { IStorage } from './draft';
import { Draft } from './draft';
import { Host } from './host';
import { Identity } from './identity';
import type { IOwner } from './link';
import { Link } from './link';
import { explainVersions, NOT_YET } from './problems';
import type { Focus, PageChanged, Welcome } from './protocol.generated';
import type { PageEvent } from './reducer';
import { reduce } from './reducer';
import type { IState, Phase } from './state';
import { EMPTY } from './state';
import type {
  IAskOptions,
  IAssistant,
  IDocumentActions,
  IOutcome
} from './tokens';
import { MAJOR, MINOR, VERSION } from './version';
import { Watcher } from './watcher';
import { within } from './wire';

/** What all assistants of a page share. */
export interface IEnvironment {
  /** An id of this page. */
  readonly page: string;
  /** The server's base URL. */
  readonly server: string;
  readonly sessions: ISessions;
  readonly storage: IStorage;
  /** The model that Lab's settings name; empty for none. */
  settings(): { readonly model: string; readonly apiBase: string };
  /** Whether there is a file at *path*; null if that cannot be told. */
  exists(path: string): Promise<boolean | null>;
  createActions(panel: NotebookPanel): IDocumentActions;
}

/** Milliseconds that a request waits for a kernel. */
const CONNECT_LIMIT = 60_000;

/** Milliseconds that a kernel side has to bring a page up to date. */
const RESYNC_LIMIT = 10_000;

export class Assistant implements IAssistant, IOwner {
  constructor(
    readonly panel: NotebookPanel,
    private readonly environment: IEnvironment
  ) {
    this.actions = environment.createActions(panel);
    this.identity = new Identity(panel.context.model.sharedModel);
    this.host = new Host(panel, () => {
      this.link.watch();
    });
    this.companion = new Companion(
      environment.sessions,
      () => panel.context.localPath,
      () => {
        this.link.watch();
      }
    );
    this.link = new Link(this.host, this.companion, this);
    this.kept = new Draft(environment.storage, this.draftKey);
    panel.context.pathChanged.connect(this.onPath, this);
  }

  get state(): IState {
    return this.now;
  }

  get changed(): ISignal<IAssistant, void> {
    return this.didChange;
  }

  get pageChanged(): ISignal<IAssistant, PageChanged> {
    return this.didChangePage;
  }

  get isDisposed(): boolean {
    return this.isGone;
  }

  get draft(): string {
    return this.kept.value;
  }

  set draft(text: string) {
    if (text !== this.kept.value) {
      this.kept.value = text;
      this.didChange.emit();
    }
  }

  connect(): Promise<void> {
    return this.join(true);
  }

  /** Connect; *wantsAny* false: only to the notebook's own kernel. */
  async join(wantsAny: boolean): Promise<void> {
    await this.panel.context.ready;
    if (!this.isGone) {
      await this.link.connect(wantsAny);
    }
  }

  /** Look again at a kernel that did not do before. */
  retry(): void {
    this.link.retry();
  }

  ask(prompt: string, options: IAskOptions = {}): Promise<IOutcome> {
    // Where the user is now, not when the request leaves.
    const focus = options.focus === undefined ? this.focus : options.focus;
    return this.request({
      type: 'ask',
      prompt,
      kind: options.kind ?? 'ask',
      focus,
      attempt: options.attempt ?? 0,
      wantsModel: options.wantsModel ?? false
    });
  }

  choose(turn: string, reply: string, choice: string): Promise<IOutcome> {
    return this.request({ type: 'choose', turn, reply, choice });
  }

  edit(turn: string, prompt: string): Promise<IOutcome> {
    return this.request({ type: 'edit', turn, prompt, focus: this.focus });
  }

  regenerate(turn: string): Promise<IOutcome> {
    return this.request({ type: 'regenerate', turn });
  }

  delete(turn: string): Promise<IOutcome> {
    return this.request({ type: 'delete', turn });
  }

  switchTo(turn: string, reply = ''): Promise<IOutcome> {
    return this.request({ type: 'switch', turn, reply });
  }

  stop(turn = ''): Promise<IOutcome> {
    return this.request({ type: 'stop', turn });
  }

  undo(): Promise<IOutcome> {
    return this.request({ type: 'undo' });
  }

  reset(): Promise<IOutcome> {
    return this.request({ type: 'reset' });
  }

  preview(prompt: string, hasMessages = false): Promise<IOutcome> {
    const { focus } = this;
    return this.send({
      type: 'preview',
      prompt,
      kind: 'ask',
      focus,
      hasMessages
    });
  }

  setModel(model: string, apiBase = ''): Promise<IOutcome> {
    return this.request({ type: 'set_model', model, apiBase });
  }

  saveKey(provider: string, key: string): Promise<IOutcome> {
    return this.request({ type: 'save_key', provider, key });
  }

  adopt(roots: readonly string[]): Promise<IOutcome> {
    for (const root of roots) {
      this.adopted.add(root);
    }
    return this.send({ type: 'adopt', roots: [...roots] });
  }

  /** The page is left: close what the kernel and the server keep for it. */
  leave(): void {
    this.link.leave();
  }

  /** The page is shown again, from the browser's memory. */
  comeBack(): void {
    this.link.watch();
  }

  dispose(): void {
    if (this.isGone) {
      return;
    }
    this.isGone = true;
    this.panel.context.pathChanged.disconnect(this.onPath, this);
    this.host.dispose();
    this.link.dispose();
    this.watcher?.dispose();
    this.actions.dispose();
    Signal.clearData(this);
  }

  // What the link tells

  event(event: AnyEvent): void {
    this.dispatch(event);
    if (event.type === 'welcome') {
      this.welcome = event;
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

  phase(phase: Phase, problem: string): void {
    this.dispatch({ type: 'phase', phase, problem });
  }

  async greet(
    client: Client,
    isCompanion: boolean
  ): Promise<{ readonly problem: string; readonly isRefused: boolean }> {
    this.dispatch({ type: 'opened' });
    this.watch().reset();
    this.welcome = null;
    const outcome = await client.send(this.hello(isCompanion));
    const welcome = this.welcome as Welcome | null;
    if (welcome !== null && welcome.major !== MAJOR) {
      return { problem: explainVersions(welcome), isRefused: true };
    }
    if (outcome.kind !== 'done' || welcome === null) {
      return { problem: outcome.message, isRefused: true };
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
    const outcome = await within(client.send({ type: 'resync' }), RESYNC_LIMIT);
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
      page: this.environment.page,
      conversation: this.identity.conversation,
      path: this.panel.context.localPath,
      server: this.environment.server,
      isCompanion,
      language: this.panel.context.model.defaultKernelLanguage,
      ...this.environment.settings()
    };
  }

  /** A conversation known from another place: is this a copy, or was it moved? */
  private async settle(client: Client, welcome: Welcome): Promise<void> {
    if (welcome.otherPath === '') {
      return;
    }
    const isCopy = await this.environment.exists(welcome.otherPath);
    if (isCopy === null) {
      return;
    }
    const outcome = await client.send({ type: 'settle', isCopy });
    if (isCopy && outcome.kind === 'done') {
      this.identity.fork(this.now.conversation);
    }
  }

  /** Send a request of the user and note it in the state until it has ended. */
  private async request(body: Body): Promise<IOutcome> {
    const id = UUID.uuid4();
    this.dispatch({ type: 'requested', id });
    const outcome = await this.send(body, id);
    if (this.now.open.includes(id)) {
      // It ended here; the kernel side did not say anything.
      this.dispatch({ type: 'gone', id, message: outcome.message });
    }
    return outcome;
  }

  private async send(body: Body, id = UUID.uuid4()): Promise<IOutcome> {
    if (!this.link.isReady) {
      await within(this.connect(), CONNECT_LIMIT);
    }
    const { client } = this.link;
    if (client === null || !this.link.isReady) {
      return lost(this.now.problem === '' ? NOT_YET : this.now.problem);
    }
    if (body.type !== 'stop') {
      this.tell(client);
    }
    if (ASKING.has(body.type)) {
      this.identity.claim(this.now.conversation);
    }
    return client.send(body, id);
  }

  /** Tell what changed in the document; what is sent next is handled after it. */
  private tell(client: Client): void {
    const change = this.watch().take();
    if (change !== null) {
      void client.send({ type: 'document_changed', ...change });
    }
  }

  private watch(): Watcher {
    this.watcher ??= new Watcher(this.panel.context.model.cells, () => {
      const { client } = this.link;
      if (client !== null && this.link.isReady) {
        this.tell(client);
      }
    });
    return this.watcher;
  }

  private onPath(): void {
    this.kept.move(this.draftKey);
    const { client } = this.link;
    if (client !== null) {
      const path = this.panel.context.localPath;
      void client.send({ type: 'moved', path });
    }
  }

  private get draftKey(): string {
    return `${this.environment.server}:${this.panel.context.path}`;
  }

  private get focus(): Focus | null {
    return this.actions.focus();
  }

  private dispatch(event: AnyEvent | PageEvent): void {
    if (!this.isGone) {
      this.now = reduce(this.now, event);
      this.didChange.emit();
    }
  }

  readonly actions: IDocumentActions;
  private now: IState = EMPTY;
  private readonly didChange = new Signal<this, void>(this);
  private readonly didChangePage = new Signal<this, PageChanged>(this);
  private readonly host: Host;
  private readonly companion: Companion;
  private readonly link: Link;
  private readonly identity: Identity;
  private readonly kept: Draft;
  private readonly adopted = new Set<string>();
  private watcher: Watcher | null = null;
  private welcome: Welcome | null = null;
  private isSyncing = false;
  private isGone = false;
}

/** Requests that make a turn. */
const ASKING: ReadonlySet<string> = new Set(['ask', 'edit', 'choose']);
