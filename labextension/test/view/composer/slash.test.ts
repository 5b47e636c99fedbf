import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  allCommands,
  completions,
  exportForm,
  misfit,
  planGoal,
  read,
  suggestions,
  unescaped
} from '../../../src/view/composer/slash';
import { trans } from '../values';

const ALL = allCommands(trans);

function names(text: string): string[] {
  return completions(text, ALL).map(command => command.name);
}

test('a slash lists every command, letters narrow the list, a space ends it', () => {
  assert.deepEqual(names('/'), [
    'fix',
    'explain',
    'plan',
    'compact',
    'clear',
    'memory',
    'export',
    'model',
    'help'
  ]);
  assert.deepEqual(names('/c'), ['compact', 'clear']);
  assert.deepEqual(names('/M'), ['memory', 'model']);
  for (const text of ['', 'a /c', '/compact ', '/x', '/data/x.csv', '/c\n']) {
    assert.deepEqual(names(text), [], text);
  }
});

test('a command takes along what follows it, over several lines too', () => {
  assert.deepEqual(read(' /compact keep the joins ', ALL), {
    name: 'compact',
    rest: 'keep the joins'
  });
  assert.deepEqual(read('/PLAN rename a\nto b', ALL), {
    name: 'plan',
    rest: 'rename a\nto b'
  });
  assert.deepEqual(read('/clear', ALL), { name: 'clear', rest: '' });
});

test('a single word after a slash that is no command is told as a mistake', () => {
  assert.deepEqual(read('/compcat', ALL), { unknown: 'compcat' });
});

test('a path, a division and a question with a slash are questions', () => {
  const questions = [
    '/data/x.csv is empty',
    '/tmp holds what?',
    '/tmp/clear',
    'what does /clear do',
    '/ 2',
    '//',
    ''
  ];
  assert.deepEqual(
    questions.map(text => read(text, ALL)),
    questions.map(() => null)
  );
});

test('the form of a file is named by its word or its ending', () => {
  const words = ['', 'md', 'Markdown', 'json', 'ipynb', 'notebook', 'pdf'];
  assert.deepEqual(words.map(exportForm), [
    'markdown',
    'markdown',
    'markdown',
    'json',
    'notebook',
    'notebook',
    null
  ]);
});

test('/plan resume goes on with the open plan, and asks for none of that name', () => {
  assert.equal(planGoal('resume'), 'Go on with the plan.');
  assert.equal(planGoal('Resume'), 'Go on with the plan.');
  for (const goal of ['resume the upload', 'rename a to b']) {
    assert.equal(planGoal(goal), goal);
  }
});

const SOURCES = {
  hasPlan: true,
  models: [
    { name: 'gpt-5', hint: 'OpenAI' },
    { name: 'profile:local', hint: 'qwen' }
  ]
};

function offered(text: string): string[] {
  return suggestions(text, ALL, SOURCES).map(one => one.written);
}

test('arguments are completed: models, forms of a file, the open plan', () => {
  assert.deepEqual(offered('/model '), [
    '/model gpt-5',
    '/model profile:local'
  ]);
  assert.deepEqual(offered('/model LOC'), ['/model profile:local']);
  assert.deepEqual(offered('/export j'), ['/export json']);
  assert.deepEqual(offered('/plan re'), ['/plan resume']);
  assert.deepEqual(offered('/plan rename x'), []);
  assert.deepEqual(offered('/mo'), ['/model ']);
  assert.deepEqual(offered('/he'), ['/help']);
});

test('two slashes send a command as a question, all else stays as it is', () => {
  const texts: [string, string][] = [
    ['//compact', '/compact'],
    ['//clear what?', '/clear what?'],
    ['// a comment', '// a comment'],
    ['//data/x.csv', '//data/x.csv'],
    ['//compact/x', '//compact/x'],
    ['see //compact', 'see //compact']
  ];
  for (const [text, sent] of texts) {
    assert.equal(unescaped(text, ALL), sent);
  }
});

test('words behind a command that takes none are a question that was cut off', () => {
  const known = ['gpt-5', 'my local model'];
  const found = (text: string): string => {
    const typed = read(text, ALL);
    assert.ok(typed !== null);
    return misfit(typed, ALL, known);
  };
  const typed: [string, string][] = [
    ['/clear all outputs of the notebook please', 'bare'],
    ['/memory is full, why?', 'bare'],
    ['/help me', 'bare'],
    ['/model is overfitting, what can I do?', 'model'],
    ['/model gpt-5', ''],
    ['/model my local model', ''],
    ['/model not-in-the-list', ''],
    ['/model', ''],
    ['/clear', ''],
    ['/clera', ''],
    ['/compact keep the joins', ''],
    ['/explain the join', '']
  ];
  for (const [text, expected] of typed) {
    assert.equal(found(text), expected, text);
  }
});
