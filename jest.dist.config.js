import config, { buildReporters } from './jest.config.js';

// What test/cli/process.spec.ts starts.
process.env.PIX_TEST_COMMAND = 'dist/cli/main.js';

/**
 * The end-to-end specs over the files of the package, which `npm run build` wrote: `npm run test:dist`. Every import of
 * the library leads to an entry in dist/, by its name or by its path.
 */
export default {
  ...config,
  reporters: buildReporters('test:dist'),
  resolver: '<rootDir>/test/support/dist-resolver.js',
  testMatch: [
    '<rootDir>/test/**/*.e2e-spec.ts',
    '<rootDir>/test/cli/process.spec.ts',
    '<rootDir>/test/client/{close,common-rules}.spec.ts',
    '<rootDir>/test/nest/*.spec.ts',
    '<rootDir>/test/receiver/{module,reconciler}.spec.ts',
    '<rootDir>/test/resources/request-options.spec.ts',
    '<rootDir>/test/simulator/{cob,pix,webhook}.spec.ts',
    // Those that use the library most; the others test the shop, which is the same with both.
    '<rootDir>/sample-app/test/{invoices,journeys,missed-payments,shop,subscriptions}.e2e-spec.ts',
  ],
  // These import files that no entry exports.
  testPathIgnorePatterns: [
    ...config.testPathIgnorePatterns,
    '/test/canaries/',
    '/test/nest/(account-scopes|account-trust|pix-error.interceptor|pix-variables|version)\\.spec\\.ts$',
  ],
};
