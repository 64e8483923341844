import js from '@eslint/js';
import { importX } from 'eslint-plugin-import-x';
import jest from 'eslint-plugin-jest';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** What the scripts beside the TypeScript use of Node.js. */
const nodeGlobals = [
  'clearInterval',
  'console',
  'performance',
  'process',
  'setInterval',
  'structuredClone',
  'URL',
];

/** Calls that fail a test, beside `expect` itself. `**` stands for any chain of calls. */
const assertFunctionNames = [
  'expect',
  'expect*',
  '**.expect*',
  // Fail when what is waited for does not come within the time limit of the test.
  'waitUntil',
  '**.until',
  '**.changed',
  '**.waitFor',
  '**.see',
];

/**
 * A function is named by a verb. The option rules keep the names that schema libraries use for combinators:
 * `listOf(rule)`.
 */
const functionNames = {
  selector:
    ':matches(FunctionDeclaration > .id, VariableDeclarator > .id, MethodDefinition > .key, PropertyDefinition > .key, TSMethodSignature > .key, TSPropertySignature > .key)[name=/[a-z]Of$/]:not([name=/^(oneOf|listOf|recordOf|objectOf)$/])',
  message: 'Name functions by a verb: getStatus, toText, findRefunds (docs/glossary.md#names).',
};

/** A comment names the class of a thrown error first and without braces: ValueError when the text is empty. */
const throwsStyle = {
  meta: { type: 'suggestion', schema: [] },
  create: ({ report, sourceCode }) => ({
    Program() {
      for (const { value, range } of sourceCode.getAllComments()) {
        for (const { index } of value.matchAll(/@throws(?! [A-Z]\w+\b)/g)) {
          report({
            // The value of a comment begins after its two opening characters.
            loc: sourceCode.getLocFromIndex(range[0] + 2 + index),
            message: 'Write @throws ClassName and when it is thrown.',
          });
        }
      }
    },
  }),
};

/** The rules that need no types. .oxlintrc.json has the others. */
export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'build',
      'node_modules',
      'coverage',
      'docs/api',
      'site',
      'docs/.vitepress/cache',
      'test/consumers',
      'test/clients/npm',
      'test/matrix/{nest11,nest12,peers,shared}',
      'test-output',
      'devkit/simulator/console/public/{vendor,*.d.ts}',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      // As in tsconfig.json: imports of types in decorated classes are imports of values.
      parserOptions: { experimentalDecorators: true, emitDecoratorMetadata: true },
    },
    plugins: { 'import-x': importX, local: { rules: { 'throws-style': throwsStyle } } },
    rules: {
      'local/throws-style': 'error',
      // `{ secret, ...shown }` copies an object without a field.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // One import of each module: { value, type Type }, or import type { Type } where all are types.
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      'import-x/order': [
        'error',
        {
          groups: ['builtin', ['external', 'internal'], ['parent', 'sibling', 'index']],
          alphabetize: { order: 'asc', caseInsensitive: true },
          'newlines-between': 'ignore',
        },
      ],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/unified-signatures': 'off',
    },
  },
  {
    files: ['test/**', 'sample-app/test/**', 'sample-app/web/test/**', 'lib/**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  {
    files: [
      'test/**/*.ts',
      'sample-app/test/**/*.ts',
      'sample-app/web/test/**/*.{ts,tsx}',
      'lib/**/*.spec.ts',
    ],
    plugins: { jest },
    rules: {
      'jest/expect-expect': ['error', { assertFunctionNames }],
      'jest/no-commented-out-tests': 'error',
      'jest/no-disabled-tests': 'error',
      'jest/no-done-callback': 'error',
      'jest/no-duplicate-hooks': 'error',
      'jest/no-focused-tests': 'error',
      'jest/no-identical-title': 'error',
      'jest/valid-describe-callback': 'error',
      'jest/valid-expect': 'error',
      'jest/valid-expect-in-promise': 'error',
      'jest/valid-title': 'error',
    },
  },
  {
    files: [
      '{lib,devkit}/**/*.{ts,js}',
      'sample-app/src/**/*.ts',
      'sample-app/web/src/**/*.{ts,tsx}',
    ],
    ignores: ['devkit/simulator/console/public/vendor/**'],
    rules: {
      complexity: ['error', 12],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['{lib,devkit}/**/*.ts', 'sample-app/src/**/*.ts', 'sample-app/web/src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"])[accessibility="private"]',
          message: 'Use #name instead of the modifier private.',
        },
        functionNames,
      ],
    },
  },
  {
    files: ['{lib,devkit}/**/*.js', 'test/**', 'sample-app/test/**', 'sample-app/web/test/**'],
    rules: { 'no-restricted-syntax': ['error', functionNames] },
  },
  // Catalogues of texts.
  { files: ['devkit/cli/texts/*.ts'], rules: { 'max-lines-per-function': 'off' } },
  // Lists of exports.
  { files: ['lib/index.ts', 'lib/contract/index.ts'], rules: { 'max-lines': 'off' } },
  {
    files: ['sample-app/src/**', 'devkit/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/lib', '**/lib/**', '**/../dist/**'],
              message: 'Import the package by its name (nestjs-pix), as its users do.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['sample-app/web/src/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/../src/**'],
              allowTypeImports: true,
              message: 'Pages import only types of the server.',
            },
          ],
        },
      ],
      // Types of Node.js are present, because types of the server refer to them.
      'no-restricted-globals': ['error', 'process', 'Buffer', 'global', 'setImmediate'],
    },
  },
  {
    files: ['{lib,devkit}/*.ts'],
    ignores: ['lib/bin.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Program > :not(ExportNamedDeclaration[source], ExportAllDeclaration)',
          message: 'An entry consists of exports from the folders.',
        },
      ],
    },
  },
  {
    // TypeScript checks the names in these (tsconfig.console.json).
    files: ['devkit/simulator/console/public/*.js'],
    rules: { 'no-undef': 'off' },
  },
  {
    files: ['test/**/*.js', 'sample-app/test/**/*.js', 'jest.*.js'],
    languageOptions: { globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])) },
  },
);
