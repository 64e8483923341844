/** How a run tells which tests it had: see test/support/count-reporter.js. */
export const buildReporters = (command) => [
  'default',
  ['<rootDir>/test/support/count-reporter.js', { command }],
];

const transformBy = (parser) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser,
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic', importSource: 'preact' },
      },
      keepClassNames: true,
    },
    module: { type: 'es6' },
  },
];

/** What every jest run of this project shares; the other jest.*.config.js files extend it. */
export const base = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^nestjs-pix$': '<rootDir>/lib/index.ts',
    '^nestjs-pix/(bullmq|opentelemetry|redis|simulator|terminus|testing)$': '<rootDir>/lib/$1.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': transformBy({ syntax: 'typescript', decorators: true }),
    '^.+\\.tsx$': transformBy({ syntax: 'typescript', tsx: true }),
    // Styles of components are no modules for Node.
    '^.+\\.css$': '<rootDir>/test/support/ignore-styles.js',
  },
  // Bounds what hangs; nothing that works takes so long, also on a machine that is busy.
  testTimeout: 120_000,
};

export default {
  ...base,
  reporters: buildReporters('test'),
  globalSetup: '<rootDir>/sample-app/test/support/database-template.js',
  // Spec files leave memory behind that only the end of their process frees. More workers need more than 2 GB.
  maxWorkers: 2,
  workerIdleMemoryLimit: '200MB',
  roots: [
    '<rootDir>/lib',
    '<rootDir>/test',
    '<rootDir>/sample-app/test',
    '<rootDir>/sample-app/web/test',
  ],
  testMatch: ['**/*.spec.{ts,tsx}', '**/*.e2e-spec.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '/test/services/',
    '/test/package/',
    '/test/consumers/',
    '/test/matrix/',
    '/test/tracing/',
    '/test/conformance/',
    '/test/faults/',
  ],
  collectCoverageFrom: ['lib/**/*.ts', '!lib/index.ts', '!lib/cli/main.ts', '!**/*.d.ts'],
};
