import { deepStrictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { lead } from '../../src/talk/lead';

describe('a question about an output', () => {
  it('names the cell, and asks for the pixels where it shows a picture', () => {
    const types = ['display_data', 'image/png', 'text/plain'];
    deepStrictEqual(
      [lead('In[3]', ['stream'], ''), lead('cell 2', types, '')],
      ['About the output of In[3]: ', 'About the @picture of cell 2: ']
    );
  });

  it('keeps what was typed, and begins once', () => {
    const once = lead('In[3]', ['stream'], 'is it right?');
    deepStrictEqual(
      [once, lead('In[3]', ['stream'], once)],
      [
        'About the output of In[3]: is it right?',
        'About the output of In[3]: is it right?'
      ]
    );
  });
});
