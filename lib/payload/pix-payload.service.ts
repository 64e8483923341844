import type { HttpService } from '@nestjs/axios';
import { buildQuery, payloadOperations, validateFilter } from '../contract/index.js';
import { errorFromResponse, PixRespostaInvalidaError } from '../errors/index.js';
import { getText, type TextResponse } from './http/get-text.js';
import { KeySets, loadKeys } from './jws/key-sets.js';
import {
  type JwsSource,
  keySetAddress,
  readHeader,
  requireKey,
  verifyWith,
} from './jws/verify-payload-jws.js';
import { parseLocation, type PayloadTarget } from './location.js';
import {
  assertFetchOptions,
  resolvePayloadSettings,
  type PayloadSettings,
  type PixPayloadFetchOptions,
  type PixPayloadOptions,
} from './payload.options.js';
import type { PixPayload } from './payload.types.js';

/**
 * Media types with which providers serve a JWS. Accepting several is safe, because the signature is
 * verified.
 */
const JWS_MEDIA_TYPE = /^(?:application\/(?:jose|jwt|octet-stream)|text\/plain)\s*(?:;|$)/i;

/** Reads the payloads behind locations of any receiver, like a payer's app, and verifies them. */
export class PixPayloadService {
  readonly #settings: PayloadSettings;
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
    this.#settings = resolvePayloadSettings(options, http);
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
    assertFetchOptions(options);
    const { timeout, signal, codMun, DPP } = options;
    const { http } = this.#settings;
    const target = parseLocation(location, this.#settings);
    const response = await getText(http, {
      address: withQuery(target.address, { codMun, DPP }),
      accept: 'application/jose, text/plain;q=0.9, application/problem+json;q=0.8',
      operation: target.operation,
      timeout,
      signal,
    });
    const source = toSource(target, response);
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

function toSource({ operation }: PayloadTarget, { status, contentType }: TextResponse): JwsSource {
  return { operation, status, contentType };
}

function readJws(response: TextResponse, { operation, status, contentType }: JwsSource): string {
  if (response.status < 200 || response.status > 299) {
    throw errorFromResponse(response, { operation });
  }
  const text = response.body.trim();
  if (
    (contentType === undefined || JWS_MEDIA_TYPE.test(contentType)) &&
    /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)
  ) {
    return text;
  }
  throw new PixRespostaInvalidaError(
    {
      title: 'Invalid response',
      detail: 'The response is not a compact JWS.',
      status,
      contentType,
    },
    { operation },
  );
}
