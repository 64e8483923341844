import { base, buildReporters } from './jest.config.js';

/** Needs a built project and a Chromium: `npm run test:browser`. */
export default {
  ...base,
  reporters: buildReporters('test:browser'),
  roots: ['<rootDir>/test/browser', '<rootDir>/sample-app/test/browser'],
  testMatch: ['**/*.browser-spec.ts'],
  globalSetup: '<rootDir>/test/browser/build.js',
  maxWorkers: 1,
};
