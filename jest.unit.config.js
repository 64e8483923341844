import config, { buildReporters } from './jest.config.js';

/** Quick specs that open no socket: `npm run test:unit`. One that opens a socket fails there and does not belong here. */
const withoutSockets = [
  'test/auth/{guarded-token-store,token-*}.spec.ts',
  'test/brcode/**/*.spec.ts',
  'test/client/settlement/*.spec.ts',
  'test/contract/**/*.spec.ts',
  'test/errors/*.spec.ts',
  'test/values/*.spec.ts',
  'test/interface-tables.spec.ts',
  'test/limits/*.spec.ts',
  'test/receiver/{certificate-chain,claims,event.dispatcher,lease}.spec.ts',
  'test/runtime/*.spec.ts',
  'test/simulator/kernel/calendar/*.spec.ts',
  'test/simulator/kernel/clock.spec.ts',
  'test/simulator/domain/valor/*.spec.ts',
  'test/simulator/faults/selection.spec.ts',
  'test/simulator/persistence/journal.spec.ts',
  'test/nest/version.spec.ts',
  'test/transport/{asn1,certificate*,key-derivation,pkcs12,source,text}.spec.ts',
  'sample-app/test/read-settings.spec.ts',
];

export default {
  ...config,
  globalSetup: undefined,
  reporters: buildReporters('test:unit'),
  testMatch: withoutSockets.map((path) => `<rootDir>/${path}`),
  setupFilesAfterEnv: ['<rootDir>/test/support/forbid-sockets.js'],
};
