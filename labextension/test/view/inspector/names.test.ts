import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Item } from '../../../src/protocol.generated';
import { itemName, tokenCount } from '../../../src/view/inspector/names';
import { trans } from '../values';

function named(id: string): string {
  return itemName({ id, label: 'k' } as Item, trans);
}

test('a variable and its details have two names', () => {
  assert.deepEqual([named('var:k'), named('card:k')], ['k', 'k (details)']);
});

test('tokens are counted with a word that fits and separators', () => {
  assert.deepEqual(
    [0, 1, 1280].map(count => tokenCount(count, trans)),
    ['0 tokens', '1 token', '1,280 tokens']
  );
});
