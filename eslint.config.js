import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import jest from 'eslint-plugin-jest';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The folders of lib/, and what each may import in addition to itself. */
const layers = {
  errors: [],
  runtime: [],
  telemetry: ['errors'],
  values: ['errors'],
  contract: ['errors', 'values'],
  providers: ['contract', 'errors', 'runtime'],
  transport: ['errors', 'runtime'],
  limits: ['providers', 'errors', 'runtime'],
  auth: ['limits', 'transport', 'telemetry', 'providers', 'errors', 'runtime'],
  client: [
    'auth',
    'limits',
    'transport',
    'telemetry',
    'providers',
    'contract',
    'values',
    'errors',
    'runtime',
  ],
  resources: ['client', 'transport', 'contract'],
  brcode: ['contract', 'values', 'errors'],
  payload: ['transport', 'contract', 'errors', 'runtime'],
  receiver: ['transport', 'telemetry', 'contract', 'values', 'errors', 'runtime'],
  ledger: [
    'receiver',
    'resources',
    'client',
    'contract',
    'telemetry',
    'values',
    'errors',
    'runtime',
  ],
  simulator: ['providers', 'contract', 'errors', 'values', 'brcode', 'runtime'],
  nest: [
    'resources',
    'payload',
    'receiver',
    'client',
    'auth',
    'limits',
    'transport',
    'telemetry',
    'providers',
    'contract',
    'errors',
    'runtime',
  ],
  testing: ['nest', 'simulator', 'errors'],
  health: ['nest', 'ledger', 'resources', 'receiver', 'client', 'transport', 'errors', 'runtime'],
  opentelemetry: ['nest', 'receiver', 'telemetry', 'errors', 'runtime'],
  cli: [
    'nest',
    'simulator',
    'brcode',
    'auth',
    'transport',
    'providers',
    'contract',
    'values',
    'errors',
  ],
};

const zones = Object.entries(layers).map(([folder, allowed]) => ({
  target: `./lib/${folder}`,
  from: './lib',
  except: [folder, ...allowed].map((name) => `./${name}`),
  message: `lib/${folder} may import ${allowed.join(', ') || 'nothing'} (layers in eslint.config.js).`,
}));

/**
 * The folders whose files a folder may import one by one. A simulator needs the definition of each operation, record
 * and body, nearly all files of the contract.
 */
const wholeFolders = { simulator: ['contract'] };

/** Imports of other folders go through an index.ts or public.ts; nest/version.ts is the only other file. */
zones.push(
  ...Object.keys(layers).map((folder) => ({
    target: `./lib/${folder}`,
    from: `./lib/!(${[folder, ...(wholeFolders[folder] ?? [])].join('|')})/**/!(index|public|version).ts`,
    message:
      'Import from the index.ts or public.ts of the other folder, and export the name there.',
  })),
);

zones.push({
  target: './lib',
  from: ['./test', './sample-app'],
  message: 'The library imports neither its tests nor the sample app.',
});

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
 * The layers of lib/simulator, lowest first. A folder may import the layers below its own and itself, but no other
 * folder of its layer.
 */
const simulatorLayers = [
  ['kernel'],
  ['families'],
  ['problems'],
  ['http', 'faults', 'profiles'],
  ['hostile'],
  ['settings'],
  ['domain/valor', 'domain/webhook'],
  ['domain/state'],
  ['domain/views'],
  ['domain/notifications', 'domain/charge'],
  ['domain/payment'],
  ['domain/recurrence'],
  ['domain/payer'],
  ['api/pipeline', 'api/lists', 'persistence'],
  ['api/provider', 'api/oauth', 'api/handlers'],
  ['api/fault-injection', 'api/hostile'],
  ['api'],
  ['control', 'payload-host'],
  ['control-api'],
  ['console'],
  ['composition'],
  ['nest'],
];

/** The layers of lib/receiver, lowest first. */
const receiverLayers = [
  ['notifications'],
  ['stores'],
  ['dispatch'],
  ['provider', 'queue'],
  ['bullmq'],
  ['authentication'],
  ['http', 'testing'],
  ['nest'],
];

/**
 * The folders of lib/contract, lib/nest and lib/cli with the files beside them that they import, lowest first. Files that
 * are not listed are above the folders.
 */
const contractLayers = [
  ['path-param.ts', 'pix-family.ts'],
  ['operation.ts'],
  ['validation'],
  ['field-table.ts', 'shared'],
  ['efi', 'loc', 'locrec', 'pix', 'webhook'],
  ['bb', 'cob', 'rec', 'webhookcobr', 'webhookrec'],
  ['cobr', 'cobv', 'itau', 'pagbank', 'solicrec'],
  ['bradesco', 'lotecobv', 'payload'],
  ['inter'],
  ['comparison'],
];
const nestLayers = [['log-options.ts'], ['pix.options.ts'], ['environment']];
const cliLayers = [
  [
    'command-error.ts',
    'console.ts',
    'handshake.ts',
    'language.ts',
    'parse-seconds.ts',
    'pkcs12.ts',
    'redact-report.ts',
    'shell-word.ts',
    'webhook-address.ts',
  ],
  ['command-input.ts', 'write-new-file.ts'],
  ['command-context.ts'],
  ['account-variables.ts'],
  ['with-account.ts'],
  ['convert-p12', 'doctor', 'probe', 'qr', 'reconcile', 'webhook'],
];

function toZones(parent, layers) {
  return layers.flatMap((layer, height) =>
    layer.map((folder) => ({
      target: `./lib/${parent}/${folder}`,
      from: `./lib/${parent}`,
      except: [folder, ...layers.slice(0, height).flat()].map((name) => `./${name}`),
      message: `lib/${parent}/${folder} may import the layers below it (${parent}Layers in eslint.config.js).`,
    })),
  );
}

const layerZones = [
  ...toZones('simulator', simulatorLayers),
  ...toZones('receiver', receiverLayers),
  ...toZones('contract', contractLayers),
  ...toZones('nest', nestLayers),
  ...toZones('cli', cliLayers),
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

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'build',
      'node_modules',
      'coverage',
      'api-reference',
      'site',
      'docs/.vitepress/cache',
      'test/consumers',
      'test/matrix/{nest11,nest12,peers,shared}',
      'test-output',
      'devkit/simulator/console/public/{vendor,*.d.ts}',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { 'import-x': importX, local: { rules: { 'throws-style': throwsStyle } } },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })],
      'import-x/extensions': ['.ts', '.tsx', '.js'],
    },
    rules: {
      'local/throws-style': 'error',
      'import-x/no-restricted-paths': ['error', { zones: [...zones, ...layerZones] }],
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
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/unified-signatures': 'off',
    },
  },
  {
    // Views are classes without code: the Swagger plugin reads them.
    files: ['sample-app/src/*/**/*.ts', 'sample-app/web/**/*.{ts,tsx}', 'sample-app/test/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
    },
  },
  {
    files: ['test/**', 'sample-app/test/**', 'sample-app/web/test/**', 'lib/**/*.spec.ts'],
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
      'jest/no-unnecessary-assertion': 'error',
      'jest/valid-describe-callback': 'error',
      'jest/valid-expect': 'error',
      'jest/valid-expect-in-promise': 'error',
      'jest/valid-title': 'error',
    },
  },
  {
    files: ['lib/**/*.{ts,js}', 'sample-app/src/**/*.ts', 'sample-app/web/src/**/*.{ts,tsx}'],
    ignores: ['devkit/simulator/console/public/vendor/**'],
    rules: {
      complexity: ['error', 12],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['lib/**/*.ts', 'sample-app/src/**/*.ts', 'sample-app/web/src/**/*.{ts,tsx}'],
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
    files: ['lib/**/*.js', 'test/**', 'sample-app/test/**', 'sample-app/web/test/**'],
    rules: { 'no-restricted-syntax': ['error', functionNames] },
  },
  // Lists of exports.
  { files: ['lib/index.ts', 'lib/contract/index.ts'], rules: { 'max-lines': 'off' } },
  {
    files: ['sample-app/src/**'],
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
    files: ['lib/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Program > :not(ExportAllDeclaration[source.value=/\\/public\\.js$/])',
          message: "An entry consists of export * from './<folder>/public.js'.",
        },
      ],
    },
  },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
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
