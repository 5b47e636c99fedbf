/** Our shortcuts: no two alike, and all of them heard in the fields of the sidebar. */

import { deepStrictEqual, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { fieldKeystroke, type IFieldKey } from '../src/keys';

interface IShortcut {
  readonly command: string;
  readonly keys: readonly string[];
}

const SHORTCUTS = (
  JSON.parse(readFileSync('schema/plugin.json', 'utf-8')) as Record<
    string,
    readonly IShortcut[]
  >
)['jupyter.lab.shortcuts'] as readonly IShortcut[];

function pressed(code: string, more: Partial<IFieldKey> = {}): IFieldKey {
  const target = { closest: () => ({}) } as unknown as EventTarget;
  const keys = { ctrlKey: true, metaKey: false, altKey: true, shiftKey: true };
  return { code, key: '¿', target, ...keys, ...more };
}

describe('shortcuts', () => {
  it('are all different', () => {
    const keys = SHORTCUTS.map(one => one.keys.join(','));
    deepStrictEqual([...new Set(keys)], keys);
  });

  it('are heard in a field, whatever sign the keyboard writes', () => {
    for (const { keys } of SHORTCUTS) {
      const [stroke = ''] = keys;
      const event = pressed(`Key${stroke.slice(-1)}`, {
        shiftKey: stroke.includes('Shift')
      });
      strictEqual(fieldKeystroke(event), stroke.replace('Accel', 'Ctrl'));
    }
  });

  it('are not taken from what is typed, or from other places', () => {
    strictEqual(fieldKeystroke(pressed('KeyF', { ctrlKey: false })), '');
    strictEqual(fieldKeystroke(pressed('KeyF', { altKey: false })), '');
    strictEqual(fieldKeystroke(pressed('KeyF', { target: null })), '');
  });
});
