import { base } from './jest.config.js';

/** What the client reports of a write, for every way in which it can fail. */
export default {
  ...base,
  roots: ['<rootDir>/test/faults'],
  testMatch: ['**/*.spec.ts'],
  testTimeout: 30_000,
};
