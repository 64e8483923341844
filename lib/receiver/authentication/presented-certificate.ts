import type { X509Certificate } from 'node:crypto';

/** The certificate of the caller, and what came along to lead to its authority. */
export interface PresentedCertificate {
  readonly leaf: X509Certificate;
  readonly intermediates: readonly X509Certificate[];
}

/** More than any real chain; bounds the work that a caller can ask for. */
export const MAX_CHAIN = 8;
