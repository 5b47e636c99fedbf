import tseslint from 'typescript-eslint';

export default tseslint.config(...tseslint.configs.strict, {
  rules: {
    complexity: ['error', 8],
    eqeqeq: 'error',
    'max-lines': ['error', 400],
    'max-lines-per-function': ['error', 50]
  }
});
