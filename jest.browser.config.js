import { base } from './jest.config.js';

/** Needs a built project and a Chromium: `npm run test:browser`. */
export default {
  ...base,
  roots: ['<rootDir>/test/browser', '<rootDir>/sample-app/test/browser'],
  testMatch: ['**/*.browser-spec.ts'],
  globalSetup: '<rootDir>/test/browser/build.js',
  maxWorkers: 1,
  testTimeout: 60_000,
};
