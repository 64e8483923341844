import type { X509Certificate } from 'node:crypto';

/** The caller's certificate, and the intermediates sent with it. */
export interface PresentedCertificate {
  readonly leaf: X509Certificate;
  readonly intermediates: readonly X509Certificate[];
}

/** The maximum number of intermediates; real chains have fewer. */
export const MAX_CHAIN = 8;
