import { base, buildReporters } from './jest.config.js';

/**
 * The packed package under tracing agents, with several versions of Node.js. They need the npm registry;
 * `TRACING_NODE=22,24` adds versions, which npm downloads.
 */
export default {
  ...base,
  reporters: buildReporters('test:tracing'),
  moduleNameMapper: {},
  roots: ['<rootDir>/test/tracing'],
  testMatch: ['**/*.spec.ts'],
  testTimeout: 300_000,
};
