import { base, buildReporters } from './jest.config.js';

/** Tests of the packed tarball, installed into empty projects. They need the npm registry. */
export default {
  ...base,
  reporters: buildReporters('test:package'),
  moduleNameMapper: {},
  roots: ['<rootDir>/test/package'],
  testMatch: ['**/*.spec.ts'],
  testTimeout: 300_000,
};
