import config, { buildReporters } from './jest.config.js';

// What test/cli/process.spec.ts starts.
process.env.PIX_TEST_COMMAND = 'dist/cli/main.js';

/**
 * The end-to-end specs over what `npm run build` wrote, which tsc compiled and the other runs do not: `npm run test:dist`.
 * Every import of the library leads to dist/, by its name or by its path.
 */
export default {
  ...config,
  reporters: buildReporters('test:dist'),
  resolver: '<rootDir>/test/support/dist-resolver.js',
  testMatch: [
    '<rootDir>/test/**/*.e2e-spec.ts',
    '<rootDir>/test/cli/{process,simulator-command}.spec.ts',
    '<rootDir>/test/client/{close,common-rules}.spec.ts',
    '<rootDir>/test/nest/*.spec.ts',
    '<rootDir>/test/receiver/{module,reconciler}.spec.ts',
    '<rootDir>/test/resources/*.spec.ts',
    '<rootDir>/test/simulator/{cob,pix,webhook}.spec.ts',
    '<rootDir>/sample-app/test/*.e2e-spec.ts',
  ],
};
