import config, { base, buildReporters } from './jest.config.js';

/** Tests that talk to PostgreSQL and Redis on this machine; they fail, not skip, when these are away. */
export default {
  ...base,
  reporters: buildReporters('test:services'),
  moduleNameMapper: config.moduleNameMapper,
  roots: ['<rootDir>/test/services'],
  testMatch: ['**/*.spec.ts', '**/*.e2e-spec.ts'],
};
