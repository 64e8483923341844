import { X509Certificate } from 'node:crypto';
import { Agent } from 'node:https';
import { createSecureContext } from 'node:tls';
import { CertificateError, OptionChecker } from '../errors/index.js';
import { guardedLookup } from './http/guarded-lookup.js';
import { parseTimeLimits, type TimeLimits } from './http/time-limits.js';

export interface PixPayloadOptions {
  /**
   * Seconds of one request: a number sets both parts, a pair sets each. The first part is for name
   * look-up, TCP and TLS handshake, the second for the whole answer. Default: `[5, 30]`.
   */
  timeout?: number | readonly [connect: number, read: number] | undefined;
  /** Longest payload and longest key set, in bytes. Default: 128 KiB. */
  maxResponseBytes?: number | undefined;
  /**
   * PEM certificates of the authorities that may sign the hosts' TLS certificates. They stand in for
   * the ones that come with Node, which is what a simulator needs and the world outside does not.
   */
  ca?: string | Buffer | readonly (string | Buffer)[] | undefined;
  /**
   * Lets a location lead into the network of this machine (loopback, private, link-local and the
   * like). For development against a simulator only: a code is anybody's input. Default: false.
   */
  allowPrivateAddresses?: boolean | undefined;
  /** Lets a location name a port other than 443. For development only. Default: false. */
  allowAnyPort?: boolean | undefined;
}

export interface PixPayloadFetchOptions {
  /** The payer's municipality, 7 digits of IBGE; changes what a due-date charge costs. */
  codMun?: string | undefined;
  /** Day on which the payer means to pay, `YYYY-MM-DD`; changes what a due-date charge costs. */
  DPP?: string | undefined;
  /** Over {@link PixPayloadOptions.timeout}. */
  timeout?: PixPayloadOptions['timeout'];
  /** Aborts the look-up. */
  signal?: AbortSignal | undefined;
}

/** {@link PixPayloadOptions}, checked. @internal */
export interface PayloadSettings {
  readonly limits: TimeLimits;
  readonly maxResponseBytes: number;
  /** Makes a connection for each request, by the rules for addresses and certificates. */
  readonly agent: Agent;
  readonly allowPrivateAddresses: boolean;
  readonly allowAnyPort: boolean;
}

/** A key set has a chain of certificates for each key, about 7 KiB. */
const DEFAULT_MAX_RESPONSE_BYTES = 128 * 1024;

/** @internal */
export function resolvePayloadSettings(options: PixPayloadOptions): PayloadSettings {
  const { timeout, maxResponseBytes = DEFAULT_MAX_RESPONSE_BYTES, ca } = options;
  const checker = new OptionChecker();
  checker.require(maxResponseBytes > 0, 'maxResponseBytes must be above 0');
  checker.throwIfAny();
  const allowPrivateAddresses = options.allowPrivateAddresses === true;
  return {
    limits: parseTimeLimits(timeout),
    maxResponseBytes,
    agent: new Agent({
      keepAlive: false,
      rejectUnauthorized: true,
      secureContext: createSecureContext({
        minVersion: 'TLSv1.2',
        ...(ca !== undefined && { ca: checkCa(ca) }),
      }),
      ...(!allowPrivateAddresses && { lookup: guardedLookup() }),
    }),
    allowPrivateAddresses,
    allowAnyPort: options.allowAnyPort === true,
  };
}

/** Node takes what is no certificate without a word, and then trusts nobody. */
function checkCa(ca: NonNullable<PixPayloadOptions['ca']>): (string | Buffer)[] {
  const items = typeof ca === 'string' || Buffer.isBuffer(ca) ? [ca] : [...ca];
  try {
    for (const item of items) new X509Certificate(item);
  } catch (cause) {
    throw new CertificateError('ca must be certificates as PEM text.', { cause });
  }
  return items;
}
