import { strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { type IElement, stopped } from '../../src/widgets/stopping';

/** An element with classes in a parent; selectors as they are used. */
function element(classes: string[], parent: IElement | null = null): IElement {
  const found: IElement = {
    classList: classes,
    closest: selector => {
      const part = selector.replace(/^\.|^\[class\*="|"\]$/g, '');
      const isMatch = classes.some(name => name.includes(part));
      return isMatch ? found : (parent?.closest(selector) ?? null);
    }
  };
  return found;
}

describe('stopped', () => {
  it('names the turn of a Stop button, from its icon too', () => {
    const button = element(['jupyter-ctx-stop', 'jupyter-ctx-turn-abc']);
    strictEqual(stopped(button), 'abc');
    strictEqual(stopped(element(['fa-stop'], button)), 'abc');
  });

  it('finds the turn on what is around the button', () => {
    const box = element(['jupyter-ctx-turn-abc']);
    strictEqual(stopped(element(['jupyter-ctx-stop'], box)), 'abc');
  });

  it('names none where none is known: then all replies are meant', () => {
    strictEqual(stopped(element(['jupyter-ctx-stop'])), '');
  });

  it('leaves every other click alone', () => {
    strictEqual(stopped(element(['jp-Button'])), null);
    strictEqual(stopped(null), null);
    strictEqual(stopped({}), null);
  });
});
