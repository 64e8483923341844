import { base, buildReporters } from './jest.config.js';

/** Comparison with the facts of the central bank's specification, in test/conformance/facts. */
export default {
  ...base,
  reporters: buildReporters('test:conformance'),
  roots: ['<rootDir>/test/conformance'],
  testMatch: ['**/*.spec.ts'],
};
