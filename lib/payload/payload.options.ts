import { X509Certificate } from 'node:crypto';
import type { HttpService } from '@nestjs/axios';
import { CertificateError } from '../errors/index.js';
import { anything, flag, must, objectOf, OptionChecker, withMethods } from '../options/index.js';
import {
  caRule,
  createLeanAdapter,
  createPixAgent,
  parseBoundedTimeout,
  sendThrough,
  type PixHttp,
} from '../transport/index.js';
import { guardedLookup } from './http/guarded-lookup.js';

export interface PixPayloadOptions {
  /**
   * Time limit of one request in seconds: a number sets both parts, a pair sets each. The first
   * part is for name look-up, TCP and TLS handshake, the second for the whole response. Default:
   * `[5, 30]`.
   */
  timeout?: number | readonly [connect: number, read: number] | undefined;
  /** Maximum size of a payload and of a key set, in bytes. Default: 128 KiB. */
  maxResponseBytes?: number | undefined;
  /**
   * PEM certificates of the authorities that may sign the hosts' TLS certificates. They replace the
   * authorities of Node.js. Use it for a simulator only.
   */
  ca?: string | Buffer | readonly (string | Buffer)[] | undefined;
  /**
   * Allows locations in the network of this machine (loopback, private, link-local and similar
   * addresses). Only for development with a simulator: codes are untrusted input. Default: false.
   */
  allowPrivateAddresses?: boolean | undefined;
  /** Allows locations with a port other than 443. Only for development. Default: false. */
  allowAnyPort?: boolean | undefined;
}

export interface PixPayloadFetchOptions {
  /** The payer's municipality, IBGE code of 7 digits; affects the amount of a due-date charge. */
  codMun?: string | undefined;
  /** The intended date of payment, `YYYY-MM-DD`; affects the amount of a due-date charge. */
  DPP?: string | undefined;
  /** Overrides {@link PixPayloadOptions.timeout}. */
  timeout?: PixPayloadOptions['timeout'];
  /** Aborts the look-up. */
  signal?: AbortSignal | undefined;
}

/** The validated {@link PixPayloadOptions}. */
export interface PayloadSettings {
  /**
   * Sends each request on a separate connection, without a client certificate, with the rules for
   * addresses, certificates, size and time.
   */
  readonly http: PixHttp;
  readonly allowPrivateAddresses: boolean;
  readonly allowAnyPort: boolean;
}

/** Time limits of connecting and reading (docs/decisions.md D62). */
const DEFAULT_TIMEOUT = [5, 30] as const;

/** A key set contains a chain of certificates for each key, about 7 KiB. */
const DEFAULT_MAX_RESPONSE_BYTES = 128 * 1024;

/** Checks the type of the option `payload`. The values of time limits are checked separately. */
export const payloadRule = objectOf<PixPayloadOptions>({
  timeout: anything,
  maxResponseBytes: must('a number above 0', (value) => typeof value === 'number' && value > 0),
  ca: caRule,
  allowPrivateAddresses: flag,
  allowAnyPort: flag,
});

const fetchRule = objectOf<PixPayloadFetchOptions>({
  codMun: anything,
  DPP: anything,
  timeout: anything,
  signal: withMethods('an AbortSignal', ['addEventListener']),
});

/**
 * Checks the options of one look-up.
 *
 * @throws ConfigurationError that lists unknown names and wrong types
 * @throws ValueError if `timeout` is invalid
 */
export function assertFetchOptions(options: PixPayloadFetchOptions): void {
  const checker = new OptionChecker();
  checker.shape(options, fetchRule);
  checker.throwIfAny();
  if (options.timeout !== undefined) parseBoundedTimeout(options.timeout);
}

/**
 * @param service whose interceptors requests go through. Default: none
 */
export function resolvePayloadSettings(
  options: PixPayloadOptions,
  service?: HttpService | (() => HttpService | undefined),
): PayloadSettings {
  const checker = new OptionChecker();
  checker.shape(options, payloadRule);
  checker.throwIfAny();
  const { timeout = DEFAULT_TIMEOUT, maxResponseBytes = DEFAULT_MAX_RESPONSE_BYTES, ca } = options;
  const allowPrivateAddresses = options.allowPrivateAddresses === true;
  parseBoundedTimeout(timeout);
  const agent = createPixAgent({
    keepAlive: false,
    ca: ca === undefined ? undefined : checkCa(ca),
    lookup: allowPrivateAddresses ? undefined : guardedLookup(),
  });
  // The solutions concern the options of a provider's client, which this service does not have.
  const adapter = createLeanAdapter({ agent, timeout, maxResponseBytes, hints: false });
  return {
    // A code names any host: headers that interceptors add for the provider are not sent to it.
    http: sendThrough(() => (typeof service === 'function' ? service() : service), {
      adapter,
      sendsAddedHeaders: false,
    }),
    allowPrivateAddresses,
    allowAnyPort: options.allowAnyPort === true,
  };
}

/** Validates certificates: Node.js ignores invalid certificates without an error, and every connection then fails. */
function checkCa(ca: NonNullable<PixPayloadOptions['ca']>): string[] {
  const items = typeof ca === 'string' || Buffer.isBuffer(ca) ? [ca] : [...ca];
  try {
    for (const item of items) new X509Certificate(item);
  } catch (cause) {
    throw new CertificateError('ca must contain certificates as PEM text.', { cause });
  }
  return items.map(String);
}
