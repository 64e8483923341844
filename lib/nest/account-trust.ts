import { Logger } from '@nestjs/common';
import {
  ConfigurationError,
  holdAccountSecrets,
  inScope,
  isCertificateError,
  releaseSecrets,
  type SecretScope,
  toErrorText,
  toLogLine,
} from '../errors/index.js';
import type { CancelTimer, PixRuntime } from '../runtime/index.js';
import {
  clientClosed,
  describeCertificate,
  listCertificateFiles,
  loadCa,
  loadCertificate,
  readFileVersions,
  type CertificateSources,
  type LoadedCertificate,
  type PixCertificateOptions,
  type PixClientCertificate,
  type PixTrust,
} from '../transport/index.js';

/** How often the days that are left are checked if the files are not, in seconds. */
const EXPIRY_INTERVAL = 60;
/** Certificate and key are usually replaced one after the other, within this time. */
const SETTLE_MS = 2000;

export interface AccountTrustParts {
  /** Name of the provider, for log lines. */
  readonly provider: string;
  readonly sources: CertificateSources;
  /** What was loaded from them. */
  readonly trust: PixTrust;
  /** The versions of their files before they were loaded (`readFileVersions`). */
  readonly versions: string;
  /** Seconds between two checks of the files; `false` for none. */
  readonly interval: number | false;
  readonly runtime: PixRuntime;
  /** Whose errors mask the passphrase. */
  readonly scope?: SecretScope | undefined;
  /** Uses what was loaded; throws if OpenSSL refuses it. */
  readonly apply: (trust: PixTrust) => void;
}

/**
 * The client certificate and the authorities of an account. Loads them again when one of their files
 * changes, and keeps the previous ones while the new ones are invalid.
 */
export class AccountTrust {
  static readonly #logger = new Logger('PixModule');
  readonly #parts: AccountTrustParts;
  /** The days that were left when the end of the certificate was last logged. */
  #loggedDay: number | undefined;
  #sources: CertificateSources;
  #certificate: LoadedCertificate | undefined;
  /** The versions of the files at the last successful load. */
  #versions: string;
  /** Why changed files are not used. */
  #failure: { readonly text: string; readonly code: string; readonly lasts: boolean } | undefined;
  #loading: Promise<unknown> = Promise.resolve();
  #cancel: CancelTimer | undefined;
  #closed = false;

  constructor(parts: AccountTrustParts) {
    this.#parts = parts;
    this.#sources = parts.sources;
    this.#certificate = parts.trust.certificate;
    this.#versions = parts.versions;
    this.#warnOfExpiry();
    this.#scheduleFirst();
  }

  /** The certificate in use; `undefined` if there is none. */
  get certificate(): PixClientCertificate | undefined {
    return this.#certificate && describeCertificate(this.#certificate, this.#parts.runtime.now());
  }

  /** The `errorCode` of the problem for which changed files are not used; `undefined` if there is none. */
  get problem(): string | undefined {
    return this.#failure?.lasts === true ? this.#failure.code : undefined;
  }

  /**
   * Loads certificate and authorities again, one load at a time.
   *
   * @param certificate replaces the option from now on. Default: the same files
   * @throws CertificateError if the new certificate is invalid; the previous one remains in use
   * @throws ConfigurationError if the account has no certificate
   * @throws PixErroTransporteException after {@link close}
   */
  reload(certificate?: PixCertificateOptions): Promise<PixClientCertificate> {
    if (certificate) holdAccountSecrets(this.#parts.scope, this, certificate.passphrase);
    return this.#inTurn(async () => {
      await this.#load(certificate ? { ...this.#sources, certificate } : this.#sources);
      const current = this.certificate;
      if (current) return current;
      throw new ConfigurationError('The account has no certificate: pass one to load it.');
    });
  }

  /** Stops checking the files. */
  close(): void {
    this.#closed = true;
    this.#cancel?.();
    releaseSecrets(this);
  }

  get #intervalMs(): number {
    const { interval } = this.#parts;
    return (interval === false ? EXPIRY_INTERVAL : interval) * 1000;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#loading.then(() => inScope(this.#parts.scope, work));
    this.#loading = done.catch(() => undefined);
    return done;
  }

  async #load(sources: CertificateSources): Promise<void> {
    // Read before the content, so that a later change is noticed.
    const versions = await readFileVersions(listCertificateFiles(sources));
    const trust = await loadTrust(sources);
    if (this.#closed) throw clientClosed();
    this.#parts.apply(trust);
    const isOther = trust.certificate?.fingerprint !== this.#certificate?.fingerprint;
    this.#certificate = trust.certificate;
    [this.#sources, this.#versions, this.#failure] = [sources, versions, undefined];
    if (isOther) this.#loggedDay = undefined;
    this.#reportLoad();
    this.#scheduleFirst();
  }

  #reportLoad(): void {
    const current = this.certificate;
    const until = current ? `; it is valid until ${current.notAfter.toISOString()}` : '';
    AccountTrust.#logger.log(
      `The certificate of ${this.#parts.provider} was loaded again${until}.`,
    );
    this.#warnOfExpiry();
  }

  /** Logs once a day that the certificate expires soon, or has expired. */
  #warnOfExpiry(): void {
    const { certificate } = this;
    if (!certificate?.expiresSoon || certificate.daysLeft === this.#loggedDay) return;
    const { daysLeft, subject, notAfter } = certificate;
    this.#loggedDay = daysLeft;
    const which = `The certificate of ${this.#parts.provider} (${subject})`;
    const end = notAfter.toISOString();
    if (daysLeft < 0) {
      AccountTrust.#logger.error(
        toLogLine(`${which} expired on ${end}: the provider refuses connections. ${RENEW}`),
      );
      return;
    }
    const days = daysLeft === 1 ? '1 day' : `${daysLeft} days`;
    AccountTrust.#logger.warn(toLogLine(`${which} expires in ${days}, on ${end}. ${RENEW}`));
  }

  #scheduleFirst(): void {
    const isChecked =
      this.#certificate !== undefined || listCertificateFiles(this.#sources).length > 0;
    if (this.#cancel || !isChecked) return;
    this.#schedule(this.#intervalMs);
  }

  /**
   * The timer references this object weakly, so that a client that nobody uses any more is collected
   * although it was not closed.
   */
  #schedule(ms: number): void {
    if (this.#closed) return;
    const self = new WeakRef(this);
    const check = () => {
      const trust = self.deref();
      if (trust) void trust.#check();
    };
    this.#cancel = this.#parts.runtime.after(ms, check, { background: true });
  }

  async #check(): Promise<void> {
    this.#warnOfExpiry();
    const isSettled = this.#parts.interval === false || (await this.#inTurn(() => this.#update()));
    this.#schedule(isSettled ? this.#intervalMs : Math.min(SETTLE_MS, this.#intervalMs));
  }

  /** @returns whether the files are in use, or their problem lasts */
  async #update(): Promise<boolean> {
    const files = listCertificateFiles(this.#sources);
    if (files.length === 0) return true;
    if ((await readFileVersions(files)) === this.#versions) {
      this.#reportReturn();
      return true;
    }
    try {
      await this.#load(this.#sources);
      return true;
    } catch (error) {
      return this.#closed || this.#keepPrevious(error);
    }
  }

  /** The loaded files are there again, such as those of a volume that was not mounted for a while. */
  #reportReturn(): void {
    if (this.problem !== undefined) {
      AccountTrust.#logger.log(`The files of the certificate of ${this.#parts.provider} are back.`);
    }
    this.#failure = undefined;
  }

  /** Logs a problem once, and only if it lasts: certificate and key are replaced one after the other. */
  #keepPrevious(error: unknown): boolean {
    const text = error instanceof Error ? error.message : toErrorText(error);
    const code = isCertificateError(error) ? error.errorCode : undefined;
    const before = this.#failure;
    const lasts = before?.text === text;
    this.#failure = { text, code: code ?? 'PIX_CERTIFICATE_UNSUPPORTED', lasts };
    if (lasts && !before.lasts) {
      const until = this.#certificate?.notAfter.toISOString() ?? '';
      AccountTrust.#logger.error(
        toLogLine(
          `The changed certificate of ${this.#parts.provider} is not used, and the previous one, valid until ${until}, stays in use. ${text}`,
        ),
      );
    }
    return lasts;
  }
}

/**
 * Loads the certificates that the options name.
 *
 * @param attempt runs each part; it may keep an error and resolve without the part
 * @throws CertificateError naming the file and the solution
 */
export async function loadTrust(
  { certificate, ca }: CertificateSources,
  attempt: <T>(work: () => Promise<T>) => Promise<T | undefined> = (work) => work(),
): Promise<PixTrust> {
  return {
    certificate: certificate && (await attempt(() => loadCertificate(certificate))),
    ca: ca === undefined ? undefined : await attempt(() => loadCa(ca)),
  };
}

const RENEW =
  'Request a new one, register it with the provider, and replace its files: the client loads them without a restart.';
