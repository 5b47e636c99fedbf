/** What JupyterLab's settings tell the kernel side; pure. */

import type { LabSettings } from '../protocol.generated';

export type Read = (name: string) => unknown;

/** Read them; what is missing or of another kind says nothing. */
export function configured(read: Read): LabSettings {
  return {
    model: text(read('model')),
    apiBase: text(read('apiBase')),
    profile: text(read('profile')),
    privacy: text(read('privacy')),
    budget: tokens(read('budget')),
    maxTokens: tokens(read('maxTokens')),
    compaction: text(read('compaction')),
    memoryNote: choice(read('memoryNote')),
    onInterrupt: text(read('onInterrupt')),
    readsProject: choice(read('readsProject')),
    choiceForm: text(read('choiceForm'))
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function tokens(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.floor(value) : 0;
}

function choice(value: unknown): boolean | null {
  return value === 'on' ? true : value === 'off' ? false : null;
}
