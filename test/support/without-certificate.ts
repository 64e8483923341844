import type { PixConnections } from '../../lib/resources/index.js';

/** The certificate of a client that opens no connection. */
export const withoutCertificate: PixConnections['trust'] = {
  certificate: undefined,
  problem: undefined,
  reload: () => Promise.reject(new Error('This client has no certificate.')),
};
