import { base, buildReporters } from './jest.config.js';

/** Comparison with the central bank's specification file, which lies beside the repository and not in it. */
export default {
  ...base,
  reporters: buildReporters('test:conformance'),
  roots: ['<rootDir>/test/conformance'],
  testMatch: ['**/*.spec.ts'],
};
