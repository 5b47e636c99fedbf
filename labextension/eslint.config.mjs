import tseslint from 'typescript-eslint';

const beside = ['cell', 'plugins'];
const drawn = ['view', ...beside];
const plain = ['kernel', 'notebook', 'edits', 'talk', 'settings', 'widgets'];
const others = room => plain.filter(other => other !== room);

/** Files that may import nothing from *rooms*. */
function below(files, rooms) {
  const group = rooms.map(room => `**/${room}/**`);
  const message = 'Imports point downwards; see README, How it is built.';
  return {
    files: [files],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group, message }] }]
    }
  };
}

export default tseslint.config(
  // Written by scripts/protocol.sh; nobody reads it as a whole.
  { ignores: ['src/protocol.generated.ts'] },
  ...tseslint.configs.strict,
  {
    rules: {
      complexity: ['error', 8],
      eqeqeq: 'error',
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', 50]
    }
  },
  // Imports point downwards: the views know the rooms below, never the reverse.
  below('src/kernel/**', [...drawn, ...others('kernel')]),
  below('src/notebook/**', [...drawn, ...others('notebook')]),
  below('src/{settings,widgets}/**', drawn),
  below('src/talk/**', [...drawn, 'edits', 'settings', 'widgets']),
  below('src/edits/**', [...drawn, 'settings', 'widgets']),
  below('src/cell/**', ['plugins']),
  below('src/view/**', beside),
  below('src/view/*', [
    ...beside,
    'transcript',
    'composer',
    'panel',
    'choices'
  ]),
  below('src/view/text/**', [...beside, 'transcript', 'composer', 'panel']),
  below('src/view/{choices,transcript}/**', [...beside, 'composer', 'panel']),
  below('src/view/composer/**', [...beside, 'panel']),
  {
    // A suite is one function in which the tests are listed.
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': ['error', 600],
      'max-lines-per-function': 'off'
    }
  }
);
