/** Marks on messages: who left them out is told apart. */

import { strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { badge } from '../../../src/view/transcript/badges';
import { trans } from '../values';

describe('badge', () => {
  it('says hidden of what the user hid, and left out of what is only old', () => {
    strictEqual(badge('pruned', trans, true)?.label, 'hidden: not sent');
    strictEqual(badge('pruned', trans, false)?.label, 'left out: not sent');
    strictEqual(badge('sent', trans, false), null);
  });
});
