import { base, buildReporters } from './jest.config.js';

/** What the client reports of a write, for every way in which it can fail. */
export default {
  ...base,
  reporters: buildReporters('test:faults'),
  roots: ['<rootDir>/test/faults'],
  testMatch: ['**/*.spec.ts'],
};
