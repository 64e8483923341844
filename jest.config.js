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
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
  },
];

/** Imports name the JavaScript file; the source is TypeScript. */
const sourcePaths = { '^(\\.{1,2}/.*)\\.js$': '$1' };

/** What every project shares. */
const base = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^nestjs-pix$': '<rootDir>/lib/index.ts',
    '^nestjs-pix/(\\w+)$': '<rootDir>/lib/$1.ts',
    '^nestjs-pix-devkit$': '<rootDir>/devkit/index.ts',
    '^nestjs-pix-devkit/(\\w+)$': '<rootDir>/devkit/$1.ts',
    ...sourcePaths,
  },
  transform: {
    '^.+\\.ts$': transformBy({ syntax: 'typescript', decorators: true }),
    '^.+\\.tsx$': transformBy({ syntax: 'typescript', tsx: true }),
    // Styles of components are no modules for Node.
    '^.+\\.css$': '<rootDir>/test/support/ignore-styles.js',
  },
};

/** The specs of `npm test`. They share the modules of a worker. */
const tests = {
  ...base,
  displayName: 'tests',
  testEnvironment: '<rootDir>/test/runner/environment.js',
  runtime: '<rootDir>/test/runner/runtime.js',
  globalSetup: '<rootDir>/sample-app/test/support/database-template.js',
  roots: ['lib', 'devkit', 'test', 'sample-app/test', 'sample-app/web/test'].map(
    (path) => `<rootDir>/${path}`,
  ),
  testMatch: ['**/*.spec.{ts,tsx}', '**/*.e2e-spec.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '/test/(services|package|consumers|matrix|tracing|conformance|faults|isolated)/',
  ],
};

const { testEnvironment, runtime } = tests;

/** A project of a folder in `test`. */
const folder = (name, options) => ({
  ...base,
  displayName: name,
  roots: [`<rootDir>/test/${name}`],
  testMatch: ['**/*.spec.ts', '**/*.e2e-spec.ts'],
  ...options,
});

/**
 * Journeys over the ES modules that `npm run build` wrote. Every import of a package leads to an entry in its dist/, by its
 * name or by its path. jest cannot require Nest 12, so `test:package` runs the CommonJS files, in projects of their own.
 */
const dist = {
  ...base,
  displayName: 'dist',
  resolver: '<rootDir>/test/support/dist-resolver.js',
  globals: { PIX_TEST_COMMAND: 'devkit/dist/cli/main.js' },
  globalSetup: tests.globalSetup,
  roots: tests.roots,
  testMatch: [
    '<rootDir>/test/cli/process.spec.ts',
    '<rootDir>/test/{health,testing}/*.e2e-spec.ts',
    '<rootDir>/test/opentelemetry/order-trace.e2e-spec.ts',
    '<rootDir>/test/receiver/receiver.e2e-spec.ts',
    '<rootDir>/sample-app/test/journeys.e2e-spec.ts',
  ],
};

export default {
  projects: [
    tests,
    // Specs that replace modules, each with modules of its own.
    folder('isolated'),
    folder('conformance'),
    folder('faults', { testEnvironment, runtime }),
    // Fail, not skip, when PostgreSQL and Redis are away.
    folder('services', { testEnvironment, runtime }),
    // Of the packed tarball, installed into empty projects.
    folder('package', { moduleNameMapper: sourcePaths }),
    folder('tracing', { moduleNameMapper: sourcePaths }),
    dist,
    folder('browser', {
      testEnvironment,
      runtime,
      roots: ['<rootDir>/test/browser', '<rootDir>/sample-app/test/browser'],
      testMatch: ['**/*.browser-spec.ts'],
      globalSetup: '<rootDir>/test/browser/build.js',
    }),
  ],
  // Bounds what hangs; nothing that works takes so long, also on a machine that is busy.
  testTimeout: 120_000,
  // A worker keeps the modules and what specs leave behind until it is replaced.
  workerIdleMemoryLimit: '1500MB',
  collectCoverageFrom: [
    '{lib,devkit}/**/*.ts',
    '!lib/index.ts',
    '!devkit/cli/main.ts',
    // Needs Redis: tested by `npm run test:services`, without coverage.
    '!lib/receiver/bullmq/*.ts',
    '!**/*.d.ts',
  ],
  // Babel counts statements, so files of types alone count nothing. V8 would count them as uncovered.
  coverageProvider: 'babel',
  coverageReporters: ['text-summary', 'json-summary', 'lcovonly'],
  coverageThreshold: { global: { statements: 93, branches: 89, functions: 94, lines: 94 } },
};
