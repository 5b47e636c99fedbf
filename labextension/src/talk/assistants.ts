/** The assistants of all open notebooks, each made when it is first asked for. */

import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import type { ISignal } from '@lumino/signaling';
import { Signal } from '@lumino/signaling';

import type { IEnvironment } from './assistant';
import { Assistant } from './assistant';
import type { IAssistant, IAssistants } from '../tokens';

export class Assistants implements IAssistants {
  constructor(
    private readonly tracker: INotebookTracker,
    private readonly environment: IEnvironment
  ) {
    tracker.currentChanged.connect(this.onCurrent, this);
  }

  get current(): IAssistant | null {
    const panel = this.tracker.currentWidget;
    return panel === null || panel.isDisposed ? null : this.of(panel);
  }

  get currentChanged(): ISignal<IAssistants, IAssistant | null> {
    return this.didChangeCurrent;
  }

  get added(): ISignal<IAssistants, IAssistant> {
    return this.didAdd;
  }

  of(panel: NotebookPanel): Assistant {
    let assistant = this.all.get(panel);
    if (assistant === undefined) {
      assistant = new Assistant(panel, this.environment);
      this.all.set(panel, assistant);
      panel.disposed.connect(this.onDisposed, this);
      // It goes before its panel, and takes the kernel's connection with it.
      panel.sessionContext.disposed.connect(assistant.leave, assistant);
      this.didAdd.emit(assistant);
    }
    return assistant;
  }

  /** The page is left. */
  leave(): void {
    for (const assistant of this.all.values()) {
      assistant.leave();
    }
  }

  /** The page is back. */
  comeBack(): void {
    for (const assistant of this.all.values()) {
      assistant.comeBack();
    }
  }

  /** The page is looked at again: other pages and kernels may have gone on. */
  look(): void {
    const panel = this.tracker.currentWidget;
    if (panel !== null) {
      this.all.get(panel)?.look();
    }
  }

  private onCurrent(): void {
    this.didChangeCurrent.emit(this.current);
  }

  private onDisposed(panel: NotebookPanel): void {
    const assistant = this.all.get(panel);
    this.all.delete(panel);
    assistant?.dispose();
  }

  private readonly all = new Map<NotebookPanel, Assistant>();
  private readonly didChangeCurrent = new Signal<this, IAssistant | null>(this);
  private readonly didAdd = new Signal<this, IAssistant>(this);
}
