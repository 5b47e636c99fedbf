/** What the user set in JupyterLab for this page itself; read by views and cells. */

import type { ISignal } from '@lumino/signaling';
import { Signal } from '@lumino/signaling';

export type ChoiceForm = 'auto' | 'buttons' | 'listbox' | 'modal';

/** The settings of the page; those of the kernel side are in `configured`. */
export interface IPreferences {
  readonly choiceForm: ChoiceForm;
  readonly staleMarks: boolean;
  readonly enterSends: boolean;
  readonly confirmDelete: boolean;
  /** In pixels; 0: as JupyterLab. */
  readonly fontSize: number;
  readonly showStatus: boolean;
  readonly autoOpen: boolean;
  readonly autoLoad: boolean;
}

export const DEFAULTS: IPreferences = {
  choiceForm: 'auto',
  staleMarks: true,
  enterSends: true,
  confirmDelete: false,
  fontSize: 0,
  showStatus: true,
  autoOpen: false,
  autoLoad: true
};

/** Read preferences; what is missing or of another kind is as by default. */
export function readPreferences(read: (name: string) => unknown): IPreferences {
  const found = Object.entries(DEFAULTS).map(([name, usual]) => {
    const value = read(name);
    return [name, typeof value === typeof usual ? value : usual];
  });
  return Object.fromEntries(found) as IPreferences;
}

/** The preferences of this page; one for all, because Lab's settings are. */
class Preferences {
  get value(): IPreferences {
    return this.now;
  }

  get changed(): ISignal<unknown, void> {
    return this.didChange;
  }

  set(value: IPreferences): void {
    if (JSON.stringify(value) !== JSON.stringify(this.now)) {
      this.now = value;
      this.didChange.emit();
    }
  }

  private now = DEFAULTS;
  private readonly didChange = new Signal<this, void>(this);
}

export const preferences = new Preferences();
