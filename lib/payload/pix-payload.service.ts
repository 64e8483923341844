import { X509Certificate } from 'node:crypto';
import type { HttpService } from '@nestjs/axios';
import { buildQuery, payloadOperations, validateFilter } from '../contract/index.js';
import { errorFromResponse, CertificateError } from '../errors/index.js';
import { anything, flag, must, objectOf, checkOptions, withMethods } from '../options/index.js';
import {
  caRule,
  createLeanAdapter,
  PixAgent,
  parseBoundedTimeout,
  sendThrough,
  type PixHttp,
} from '../transport/index.js';
import {
  COMPACT_JWS,
  invalidPayload,
  type JwsSource,
  keySetAddress,
  KeySets,
  loadKeys,
  type PixPayload,
  readHeader,
  requireKey,
  verifyWith,
} from './jws.js';
import {
  getText,
  type TextResponse,
  parseLocation,
  guardedLookup,
  type LocationRules,
} from './location.js';

/**
 * Media types with which providers serve a JWS. Accepting several is safe, because the signature is
 * verified.
 */
const JWS_MEDIA_TYPE = /^(?:application\/(?:jose|jwt|octet-stream)|text\/plain)\s*(?:;|$)/i;

/** Reads the payloads behind locations of any receiver, like a payer's app, and verifies them. */
export class PixPayloadService {
  readonly #rules: LocationRules;
  /**
   * Sends each request on a separate connection, without a client certificate, with the rules for
   * addresses, certificates, size and time.
   */
  readonly #http: PixHttp;
  readonly #keySets = new KeySets();

  /**
   * @param http the `HttpService` of an account (`client.http`), or a function that finds it; look-ups go
   * through its interceptors, without the headers that they add. Default: none
   * @throws ValueError if `timeout` is invalid
   * @throws ConfigurationError if an option is unknown or has another type, or `maxResponseBytes` is
   * not above 0
   * @throws CertificateError if `ca` is not PEM text
   */
  constructor(
    options: PixPayloadOptions = {},
    http?: HttpService | (() => HttpService | undefined),
  ) {
    checkOptions('', options, payloadRule);
    const { timeout = DEFAULT_TIMEOUT, maxResponseBytes = DEFAULT_MAX_RESPONSE_BYTES } = options;
    const { ca, allowPrivateAddresses = false, allowAnyPort = false } = options;
    parseBoundedTimeout(timeout);
    const agent = new PixAgent({
      keepAlive: false,
      ca: ca === undefined ? undefined : checkCa(ca),
      lookup: allowPrivateAddresses ? undefined : guardedLookup(),
    });
    // The solutions concern the options of a provider's client, which this service does not have.
    const adapter = createLeanAdapter({ agent, timeout, maxResponseBytes, hints: false });
    // A code names any host: headers that interceptors add for the provider are not sent to it.
    this.#http = sendThrough(() => (typeof http === 'function' ? http() : http), {
      adapter,
      sendsHeaders: false,
    });
    this.#rules = { allowPrivateAddresses, allowAnyPort };
  }

  /**
   * Fetches and verifies the payload behind a location (BCB, `GET /{pixUrlAccessToken}` and related
   * operations; Manual de Segurança do Pix, QR Codes dinâmicos). Uses https to the host of the
   * location only, follows no redirects, and never connects to a private network.
   *
   * @param location as in a charge or from `decodeBrCode` (`pix.example.com/qr/v2/…`), or an https
   * URL
   * @throws ValidationError naming `location`, `codMun` or `DPP`: nothing was sent
   * @throws ConfigurationError if an option is unknown or has another type
   * @throws ValueError if `timeout` is invalid
   * @throws PixAPIException on an error response of the host: a charge that no longer exists is
   * 404 or 410
   * @throws PixErroTransporteException if no complete response arrives: `PixTimeoutException`,
   * `PixConexaoException`, or too large or aborted
   * @throws PixRespostaInvalidaError if the response is not a JWS, or its signature cannot be
   * trusted
   *
   * @example
   * const { location = '' } = decodeBrCode(pixCopiaECola);
   * const charge = await payloads.fetch(location);
   * if (charge.kind === 'cobv') console.log(charge.payload.valor.final);
   */
  async fetch(location: string, options: PixPayloadFetchOptions = {}): Promise<PixPayload> {
    checkOptions('', options, fetchRule);
    const { timeout, signal, codMun, DPP } = options;
    if (timeout !== undefined) parseBoundedTimeout(timeout);
    const http = this.#http;
    const target = parseLocation(location, this.#rules);
    const { operation } = target;
    const response = await getText(http, {
      address: withQuery(target.address, { codMun, DPP }),
      accept: 'application/jose, text/plain;q=0.9, application/problem+json;q=0.8',
      operation,
      timeout,
      signal,
    });
    const source = { operation, status: response.status, contentType: response.contentType };
    const jws = readJws(response, source);
    const header = await readHeader(jws, source);
    const jku = keySetAddress(header, target.address, source);
    const key = await this.#keySets.find(jku.href, header, () =>
      loadKeys(http, { address: jku, timeout, signal }),
    );
    const verified = await verifyWith(requireKey(key, source), jws, header, source);
    return { ...verified, location: target.location };
  }
}

/** Adds the query of a due-date charge; other locations ignore it. */
function withQuery(address: URL, filter: Pick<PixPayloadFetchOptions, 'codMun' | 'DPP'>): URL {
  validateFilter(payloadOperations.getCobV, filter);
  const asked = new URL(address);
  for (const [name, value] of Object.entries(buildQuery(payloadOperations.getCobV, filter))) {
    asked.searchParams.set(name, value);
  }
  return asked;
}

function readJws(response: TextResponse, source: JwsSource): string {
  const { operation, contentType } = source;
  if (response.status < 200 || response.status > 299) {
    throw errorFromResponse(response, { operation });
  }
  const text = response.body.trim();
  const isJws = contentType === undefined || JWS_MEDIA_TYPE.test(contentType);
  if (isJws && COMPACT_JWS.test(text)) return text;
  throw invalidPayload('Invalid response', 'The response is not a compact JWS.', source);
}

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
