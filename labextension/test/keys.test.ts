import { strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { confirms, holdClicks, KEYS_CLASS, keepKey } from '../src/keys';

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
    preventDefault: () => undefined,
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
      preventDefault: () => undefined,
      stopPropagation: () => {
        throw new Error('nothing to keep');
      }
    });
  });
});

/** An element of a panel of widgets, as much of it as is used. */
class FakePanel {
  readonly classes = new Set<string>();
  readonly clicked: string[] = [];
  isBusy = false;
  readonly classList = {
    add: (name: string) => this.classes.add(name),
    contains: (name: string) => this.classes.has(name)
  };
  querySelector(selector: string) {
    return { click: () => this.clicked.push(selector) };
  }
  /** An element in the panel that has, or is in, *names*. */
  element(...names: string[]): EventTarget {
    const element = {
      setAttribute: () => {
        this.isBusy = true;
      },
      closest: (selector: string): unknown => {
        if (selector === `.${KEYS_CLASS}`) {
          return this;
        }
        return names.includes(selector.slice(1)) ? element : null;
      }
    };
    return element as unknown as EventTarget;
  }
}

/** Send an event to *target*; tells whether the widget hears it. */
function hears(
  handle: typeof holdClicks | typeof confirms,
  target: EventTarget,
  key?: string,
  ctrlKey = false
): boolean {
  let isHeard = true;
  const stop = (): void => {
    isHeard = false;
  };
  const event = { type: 'click', target, preventDefault: stop };
  const pressed = key === undefined ? {} : { key, ctrlKey };
  handle({ ...event, ...pressed, stopPropagation: stop } as never);
  return isHeard;
}

describe('holdClicks', () => {
  it('lets one click of a panel act, and none after it', () => {
    const panel = new FakePanel();
    const choice = panel.element('jupyter-ctx-act');
    strictEqual(hears(holdClicks, choice), true);
    strictEqual(panel.isBusy, true);
    strictEqual(hears(holdClicks, choice), false);
    strictEqual(hears(holdClicks, panel.element('jupyter-ctx-act')), false);
  });

  it('leaves buttons alone that only open something, and other elements', () => {
    const panel = new FakePanel();
    strictEqual(hears(holdClicks, panel.element()), true);
    strictEqual(panel.classes.size, 0);
  });
});

describe('confirms', () => {
  it('takes Enter and a double click in a list for its button', () => {
    const panel = new FakePanel();
    const list = panel.element('jupyter-ctx-list');
    strictEqual(hears(confirms, list, 'Enter'), false);
    strictEqual(hears(confirms, list), false);
    strictEqual(hears(confirms, list, 'ArrowDown'), true);
    strictEqual(
      panel.clicked.join(),
      Array(2).fill('.jupyter-ctx-confirm-list').join()
    );
  });

  it('takes Escape in what has to be answered for its Cancel', () => {
    const panel = new FakePanel();
    const box = panel.element('jupyter-ctx-required');
    strictEqual(hears(confirms, box, 'Escape'), false);
    strictEqual(hears(confirms, panel.element(), 'Escape'), true);
    strictEqual(panel.clicked.join(), '.jupyter-ctx-cancel');
  });

  it('takes Escape in another question for Cancel, and Ctrl+Enter for its send', () => {
    const panel = new FakePanel();
    const field = panel.element('jupyter-ctx-editor');
    strictEqual(hears(confirms, field, 'Enter'), true);
    strictEqual(hears(confirms, field, 'Escape'), false);
    strictEqual(hears(confirms, field, 'Enter', true), false);
    strictEqual(panel.clicked.join(), '.jupyter-ctx-close,.jupyter-ctx-send');
  });
});
