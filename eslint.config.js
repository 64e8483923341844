import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** The rooms of lib/ and what each may import. A room absent from a list is out of its reach. */
const rooms = {
  errors: [],
  runtime: [],
  identifiers: ['errors'],
  contract: ['errors', 'identifiers'],
  providers: ['contract', 'errors'],
  transport: ['errors', 'runtime'],
  limits: ['providers', 'errors', 'runtime'],
  auth: ['limits', 'transport', 'providers', 'errors', 'runtime'],
  client: [
    'auth',
    'limits',
    'transport',
    'providers',
    'contract',
    'identifiers',
    'errors',
    'runtime',
  ],
  resources: ['client', 'contract'],
  brcode: ['contract', 'errors'],
  payload: ['contract', 'errors'],
  receiver: ['transport', 'contract', 'errors', 'runtime'],
  simulator: ['contract', 'errors', 'identifiers', 'brcode', 'runtime'],
};

const zones = Object.entries(rooms).map(([room, reachable]) => ({
  target: `./lib/${room}`,
  from: './lib',
  except: [room, ...reachable].map((name) => `./${name}`),
  message: `lib/${room} may import ${reachable.join(', ') || 'nothing'} (arrows point down only).`,
}));

export default tseslint.config(
  { ignores: ['**/dist/**', 'node_modules', 'coverage', 'test/consumers', 'test-output'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })],
      'import-x/extensions': ['.ts', '.js'],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': ['error', { zones }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/unified-signatures': 'off',
    },
  },
  {
    files: ['test/**', 'sample-app/test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
);
