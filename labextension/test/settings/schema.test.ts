/** The settings in another language. */

import { deepStrictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { translateSchema } from '../../src/settings/schema';

describe('translateSchema', () => {
  it('changes titles and descriptions at every depth, and nothing else', () => {
    const schema = {
      title: 'a',
      properties: {
        title: { title: 'b', default: 'c', oneOf: [{ const: 'd', title: 'e' }] }
      }
    };
    translateSchema(schema, text => text.toUpperCase());
    deepStrictEqual(schema, {
      title: 'A',
      properties: {
        title: { title: 'B', default: 'c', oneOf: [{ const: 'd', title: 'E' }] }
      }
    });
    translateSchema(undefined, text => text);
  });
});
