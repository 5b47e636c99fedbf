/** Settings of JupyterLab as values: for the page and for the kernel side. */

import { deepStrictEqual, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { configured } from '../../src/settings/configured';
import {
  DEFAULTS,
  preferences,
  readPreferences
} from '../../src/settings/preferences';

interface ISchema {
  readonly properties: Readonly<Record<string, { readonly default: unknown }>>;
}

const SCHEMA = JSON.parse(
  readFileSync('schema/plugin.json', 'utf-8')
) as ISchema;
const usual = (name: string): unknown => SCHEMA.properties[name]?.default;

describe('settings', () => {
  it('are all read by somebody', () => {
    const read = [
      ...Object.keys(DEFAULTS),
      ...Object.keys(configured(() => undefined))
    ];
    deepStrictEqual(
      Object.keys(SCHEMA.properties).sort(),
      [...new Set(read)].sort()
    );
  });

  it('have one default, in the schema and in the code', () => {
    deepStrictEqual(readPreferences(usual), DEFAULTS);
    deepStrictEqual(configured(usual), {
      ...configured(() => undefined),
      choiceForm: 'auto'
    });
  });

  it('of another kind count as not set', () => {
    deepStrictEqual(
      readPreferences(() => null),
      DEFAULTS
    );
    deepStrictEqual(
      configured(name => (name === 'budget' ? '900' : 7)).budget,
      0
    );
  });

  it('tell the kernel side what they hold', () => {
    const values: Readonly<Record<string, unknown>> = {
      model: ' gpt-5 ',
      budget: 900.5,
      memoryNote: 'off',
      readsProject: 'on',
      onInterrupt: 'keep'
    };
    deepStrictEqual(
      configured(name => values[name]),
      {
        ...configured(() => undefined),
        model: 'gpt-5',
        budget: 900,
        memoryNote: false,
        readsProject: true,
        onInterrupt: 'keep'
      }
    );
  });

  it('are told of when they change, and only then', () => {
    let told = 0;
    preferences.changed.connect(() => {
      told += 1;
    });
    preferences.set({ ...DEFAULTS });
    strictEqual(told, 0);
    preferences.set({ ...DEFAULTS, fontSize: 16 });
    deepStrictEqual([told, preferences.value.fontSize], [1, 16]);
    preferences.set(DEFAULTS);
  });
});
