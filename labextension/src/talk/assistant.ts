/** The assistant of one open notebook: its conversation, actions and draft. No DOM. */

import type { ISignal } from '@lumino/signaling';
import { Signal } from '@lumino/signaling';
import type { NotebookPanel } from '@jupyterlab/notebook';

import type { ISessions } from '../kernel/companion';
import { lost } from '../kernel/client';
import { Companion } from '../kernel/companion';
import { Desk } from './desk';
import type { IStorage } from './draft';
import { Draft } from './draft';
import { Host } from '../kernel/host';
import { Looks } from './looks';
import { Past } from './past';
import { named, Post, TOO_MANY } from './post';
import type { PageChanged } from '../protocol.generated';
import type { IEnclosure } from './queue';
import type { IState } from './state';
import type { INotebook, IPage } from './talk';
import { Talk } from './talk';
import type {
  IAskOptions,
  IAssistant,
  IDocumentActions,
  IOutcome
} from '../tokens';

/** What all assistants of a page share. */
export interface IEnvironment extends IPage {
  readonly sessions: ISessions;
  readonly storage: IStorage;
  /** Lab's settings have changed. */
  readonly settingsChanged: ISignal<unknown, void>;
  createActions(panel: NotebookPanel): IDocumentActions;
}

export class Assistant implements IAssistant {
  constructor(
    readonly panel: NotebookPanel,
    private readonly environment: IEnvironment
  ) {
    const watch = (): void => {
      this.talk.link.watch();
    };
    this.actions = environment.createActions(panel);
    this.host = new Host(panel, watch);
    const path = (): string => panel.context.localPath;
    const companion = new Companion(environment.sessions, path, watch);
    const notebook = new PanelNotebook(panel);
    this.talk = new Talk(notebook, environment, this.host, companion);
    this.past = new Past(this.talk);
    this.looks = new Looks(this.talk);
    this.talk.changed.connect(this.onChange, this);
    this.talk.pageChanged.connect(this.onPageChange, this);
    this.kept = new Draft(environment.storage, this.draftKey);
    this.desk = new Desk(this, environment.storage, this.draftKey);
    this.post = new Post(this.talk);
    panel.context.pathChanged.connect(this.onPath, this);
    environment.settingsChanged.connect(this.onSettings, this);
  }

  readonly actions: IDocumentActions;
  readonly past: Past;
  readonly desk: Desk;
  readonly looks: Looks;

  get state(): IState {
    return this.talk.state;
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
    return this.talk.connect(true);
  }

  /** Connect to the notebook's own kernel only; nothing is started for it. */
  join(): Promise<void> {
    return this.talk.connect(false);
  }

  /** Look again at a kernel that did not do before. */
  retry(): void {
    this.talk.link.retry();
  }

  ask(prompt: string, options: IAskOptions = {}): Promise<IOutcome> {
    // Where the user is now, not when the request leaves.
    const here = this.actions.focus();
    const enclosed = options.enclosed ?? [];
    return this.post.before(enclosed, {
      type: 'ask',
      prompt,
      kind: options.kind ?? 'ask',
      focus: options.focus === undefined ? here : options.focus,
      attempt: options.attempt ?? 0,
      wantsModel: options.wantsModel ?? false,
      enclosed: enclosed.map(named)
    });
  }

  choose(turn: string, reply: string, choice: string): Promise<IOutcome> {
    return this.talk.request({ type: 'choose', turn, reply, choice });
  }

  edit(turn: string, prompt: string): Promise<IOutcome> {
    const focus = this.actions.focus();
    return this.talk.request({ type: 'edit', turn, prompt, focus });
  }

  regenerate(turn: string, model = '', apiBase = ''): Promise<IOutcome> {
    return this.talk.request({ type: 'regenerate', turn, model, apiBase });
  }

  delete(turn: string): Promise<IOutcome> {
    return this.talk.request({ type: 'delete', turn });
  }

  switchTo(turn: string, reply = ''): Promise<IOutcome> {
    return this.talk.request({ type: 'switch', turn, reply });
  }

  stop(turn = ''): Promise<IOutcome> {
    return this.talk.request({ type: 'stop', turn });
  }

  undo(): Promise<IOutcome> {
    return this.talk.request({ type: 'undo' });
  }

  reset(): Promise<IOutcome> {
    return this.talk.request({ type: 'reset' });
  }

  preview(prompt: string, hasMessages = false): Promise<IOutcome> {
    const focus = this.actions.focus();
    const kind = 'ask';
    return this.talk.count({
      type: 'preview',
      prompt,
      kind,
      focus,
      hasMessages,
      enclosed: this.desk.enclosed.map(named)
    });
  }

  complete(text: string): Promise<IOutcome> {
    return this.talk.send({ type: 'complete', text });
  }

  async enclose(one: IEnclosure): Promise<IOutcome> {
    if (!this.desk.enclose(one)) {
      return lost(TOO_MANY);
    }
    const refused = await this.post.give([one]);
    if (refused !== null) {
      this.desk.discard(one.key);
    }
    return refused ?? { kind: 'done', turn: '', message: '' };
  }

  setModel(model: string, apiBase = ''): Promise<IOutcome> {
    return this.talk.request({ type: 'set_model', model, apiBase });
  }

  setPrivacy(level: string): Promise<IOutcome> {
    return this.talk.request({ type: 'set_privacy', level });
  }

  saveKey(provider: string, key: string): Promise<IOutcome> {
    return this.talk.request({ type: 'save_key', provider, key });
  }

  examine(): Promise<IOutcome> {
    return this.talk.request({ type: 'doctor' });
  }

  adopt(roots: readonly string[]): Promise<IOutcome> {
    return this.talk.adopt(roots);
  }

  /** The page is left: close what the kernel and the server keep for it. */
  leave(): void {
    this.talk.link.leave();
  }

  /** The page is shown again, from the browser's memory. */
  comeBack(): void {
    this.talk.link.comeBack();
  }

  dispose(): void {
    if (this.isGone) {
      return;
    }
    this.isGone = true;
    this.panel.context.pathChanged.disconnect(this.onPath, this);
    this.environment.settingsChanged.disconnect(this.onSettings, this);
    this.host.dispose();
    this.talk.dispose();
    this.desk.dispose();
    this.actions.dispose();
    Signal.clearData(this);
  }

  private onChange(): void {
    this.didChange.emit();
    this.desk.step();
  }

  private onPageChange(_: Talk, changed: PageChanged): void {
    this.didChangePage.emit(changed);
  }

  /** The page is looked at again. */
  look(): void {
    this.talk.look();
  }

  private onSettings(): void {
    this.talk.configure();
  }

  private onPath(): void {
    this.kept.move(this.draftKey);
    this.desk.move(this.draftKey);
    this.talk.move();
  }

  private get draftKey(): string {
    return `${this.environment.server}:${this.panel.context.path}`;
  }

  private readonly didChange = new Signal<this, void>(this);
  private readonly didChangePage = new Signal<this, PageChanged>(this);
  private readonly host: Host;
  private readonly talk: Talk;
  private readonly kept: Draft;
  private readonly post: Post;
  private isGone = false;
}

/** What a conversation needs to know of a notebook panel. */
class PanelNotebook implements INotebook {
  constructor(private readonly panel: NotebookPanel) {}

  get ready(): Promise<void> {
    return this.panel.context.ready;
  }

  get path(): string {
    return this.panel.context.localPath;
  }

  get language(): string {
    return this.panel.context.model.defaultKernelLanguage;
  }

  get cells(): INotebook['cells'] {
    return this.panel.context.model.cells;
  }

  get metadata(): INotebook['metadata'] {
    return this.panel.context.model.sharedModel;
  }
}
