import config, { buildReporters } from './jest.config.js';

/**
 * The tests of `npm test` with their coverage, and its floor. Babel counts statements, so files of types alone count
 * nothing; V8 would count them as uncovered and take four times the CPU.
 */
export default {
  ...config,
  reporters: buildReporters('test:coverage'),
  collectCoverage: true,
  coverageProvider: 'babel',
  coverageReporters: ['text-summary', 'json-summary', 'lcovonly'],
  coverageThreshold: { global: { statements: 93, branches: 89, functions: 94, lines: 94 } },
};
