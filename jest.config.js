/** How a run tells which tests it had: see test/support/count-reporter.js. */
export const buildReporters = (command) => [
  'default',
  ['<rootDir>/test/support/count-reporter.js', { command }],
];

/** What every jest run of this project shares; the other jest.*.config.js files extend it. */
export const base = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^nestjs-pix$': '<rootDir>/lib/index.ts',
    '^nestjs-pix/(bullmq|redis|simulator|terminus|testing)$': '<rootDir>/lib/$1.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: false,
          },
          keepClassNames: true,
        },
        module: { type: 'es6' },
      },
    ],
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
  roots: ['<rootDir>/lib', '<rootDir>/test', '<rootDir>/sample-app/test'],
  testMatch: ['**/*.spec.ts', '**/*.e2e-spec.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '/test/services/',
    '/test/package/',
    '/test/consumers/',
    '/test/conformance/',
    '/test/faults/',
  ],
  collectCoverageFrom: ['lib/**/*.ts', '!lib/index.ts', '!lib/cli/main.ts', '!**/*.d.ts'],
};
