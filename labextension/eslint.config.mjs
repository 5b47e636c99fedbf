import tseslint from 'typescript-eslint';

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
  {
    // A suite is one function in which the tests are listed.
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': ['error', 600],
      'max-lines-per-function': 'off'
    }
  }
);
