import { DAY_MS } from '../../runtime/index.js';
import type { LoadedCertificate } from './loaded-certificate.js';

/** What an application may know of its client certificate. Contains no key and no tax id. */
export interface PixClientCertificate {
  /** Distinguished name, with CPF and CNPJ masked. */
  readonly subject: string;
  /** Distinguished name of the authority that issued it. */
  readonly issuer: string;
  /** When it becomes valid. */
  readonly notBefore: Date;
  /** When it expires. */
  readonly notAfter: Date;
  /** SHA-256 of the certificate, as `AB:CD:…`. */
  readonly fingerprint: string;
  /** Whole days until it expires, rounded down: 0 on the last day, negative afterwards. */
  readonly daysLeft: number;
  /** Whether it expires within 30 days, or has expired. */
  readonly expiresSoon: boolean;
}

const SOON_DAYS = 30;

/** @param now milliseconds since the epoch */
export function describeCertificate(
  { subject, issuer, notBefore, notAfter, fingerprint }: LoadedCertificate,
  now: number,
): PixClientCertificate {
  const daysLeft = Math.floor((notAfter.getTime() - now) / DAY_MS);
  return {
    subject,
    issuer,
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    fingerprint,
    daysLeft,
    expiresSoon: daysLeft < SOON_DAYS,
  };
}
