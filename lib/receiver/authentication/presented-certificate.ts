import type { X509Certificate } from 'node:crypto';

/** The caller's certificate, and the intermediates sent with it. */
export interface PresentedCertificate {
  readonly leaf: X509Certificate;
  readonly intermediates: readonly X509Certificate[];
}

/** More intermediates than any real chain has. */
export const MAX_CHAIN = 8;
