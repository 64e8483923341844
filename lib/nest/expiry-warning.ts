import type { Logger } from '@nestjs/common';
import { toLogLine } from '../errors/index.js';
import type { PixClientCertificate } from '../transport/index.js';

/** Logs once a day that a certificate expires soon, or has expired. */
export class ExpiryWarning {
  #loggedDay: number | undefined;

  /** @param provider its name, for the log lines */
  constructor(
    private readonly provider: string,
    private readonly logger: Pick<Logger, 'warn' | 'error'>,
  ) {}

  check(certificate: PixClientCertificate | undefined): void {
    if (!certificate?.expiresSoon || certificate.daysLeft === this.#loggedDay) return;
    const { daysLeft, subject, notAfter } = certificate;
    this.#loggedDay = daysLeft;
    const which = `The certificate of ${this.provider} (${subject})`;
    const end = notAfter.toISOString();
    if (daysLeft < 0) {
      this.logger.error(
        toLogLine(`${which} expired on ${end}: the provider refuses connections. ${RENEW}`),
      );
      return;
    }
    const days = daysLeft === 1 ? '1 day' : `${daysLeft} days`;
    this.logger.warn(toLogLine(`${which} expires in ${days}, on ${end}. ${RENEW}`));
  }

  /** Starts again, with another certificate. */
  reset(): void {
    this.#loggedDay = undefined;
  }
}

const RENEW =
  'Request a new one, register it with the provider, and replace its files: the client loads them without a restart.';
