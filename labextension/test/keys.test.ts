import { strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { KEYS_CLASS, keepKey } from '../src/keys';

/** Press *key* where an ancestor has *cssClass*; tells whether Lab sees it. */
function reachesLab(
  cssClass: string,
  key: string,
  modifiers: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}
): boolean {
  let reaches = true;
  const target = {
    closest: (selector: string) => (selector === `.${cssClass}` ? {} : null)
  };
  keepKey({
    key,
    target: target as unknown as EventTarget,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...modifiers,
    stopPropagation: () => {
      reaches = false;
    }
  });
  return reaches;
}

describe('keepKey', () => {
  it('keeps arrows and letters inside a widget of ours', () => {
    strictEqual(reachesLab(KEYS_CLASS, 'ArrowDown'), false);
    strictEqual(reachesLab(KEYS_CLASS, 'd'), false);
  });

  it('leaves every key of other elements to Lab', () => {
    strictEqual(reachesLab('jp-Cell', 'ArrowDown'), true);
  });

  it('leaves Ctrl-S, Cmd-S and Escape to Lab everywhere', () => {
    strictEqual(reachesLab(KEYS_CLASS, 's', { ctrlKey: true }), true);
    strictEqual(reachesLab(KEYS_CLASS, 's', { metaKey: true }), true);
    strictEqual(reachesLab(KEYS_CLASS, 'Escape'), true);
  });

  it('survives a key pressed outside every element', () => {
    keepKey({
      key: 'a',
      target: null,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      stopPropagation: () => {
        throw new Error('nothing to keep');
      }
    });
  });
});
