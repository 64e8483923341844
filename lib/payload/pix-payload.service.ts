import { buildQuery, payloadOperations, validateFilter } from '../contract/index.js';
import { errorFromResponse, PixRespostaInvalidaError } from '../errors/index.js';
import { getText, type TextAnswer } from './http/get-text.js';
import { parseTimeLimits } from './http/time-limits.js';
import { keySetAddress, readHeader } from './jws/header.js';
import { KeySets } from './jws/key-sets.js';
import { loadKeys } from './jws/load-keys.js';
import type { Source } from './jws/untrusted.js';
import { requireKey, verifyWith } from './jws/verify-payload-jws.js';
import { parseLocation, type Target } from './location.js';
import {
  settingsOf,
  type PayloadSettings,
  type PixPayloadFetchOptions,
  type PixPayloadOptions,
} from './payload.options.js';
import type { PixPayload } from './payload.types.js';

/** Providers serve a JWS under these; its signature decides, so nothing is lost by taking them. */
const JWS_MEDIA_TYPE = /^(?:application\/(?:jose|jwt|octet-stream)|text\/plain)\s*(?:;|$)/i;

/** Payloads behind locations, whoever's they are: read as a payer's app does, verified, typed. */
export class PixPayloadService {
  readonly #settings: PayloadSettings;
  readonly #keySets = new KeySets();

  /**
   * @throws ValueError when `timeout` is none
   * @throws ConfigurationError when `maxResponseBytes` is not above 0
   * @throws CertificateError when `ca` is no PEM text
   */
  constructor(options: PixPayloadOptions = {}) {
    this.#settings = settingsOf(options);
  }

  /**
   * Fetches and verifies the payload behind a location (BCB, `GET /{pixUrlAccessToken}` and sisters;
   * Manual de Segurança do Pix, QR Codes dinâmicos). It goes over https to the host of the location
   * and nowhere else, follows no redirect, and never enters a private network.
   *
   * @param location as a charge or `decodeBrCode` has it (`pix.example.com/qr/v2/…`), or an https URL
   * @throws ValidationError naming `location`, `codMun` or `DPP`: nothing was sent
   * @throws PixAPIException for what the host answered: a charge that is no longer there is 404 or 410
   * @throws PixErroTransporteException when no whole answer arrives: `PixTimeoutException`,
   * `PixConexaoException`, or too large or aborted
   * @throws PixRespostaInvalidaError when the answer is no JWS, or its signature can't be trusted
   *
   * @example
   * const { location = '' } = decodeBrCode(pixCopiaECola);
   * const charge = await payloads.fetch(location);
   * if (charge.kind === 'cobv') console.log(charge.payload.valor.final);
   */
  async fetch(location: string, options: PixPayloadFetchOptions = {}): Promise<PixPayload> {
    const { timeout, signal, codMun, DPP } = options;
    const settings =
      timeout === undefined
        ? this.#settings
        : { ...this.#settings, limits: parseTimeLimits(timeout) };
    const target = parseLocation(location, settings);
    const answer = await getText({
      address: withQuery(target.address, { codMun, DPP }),
      accept: 'application/jose, text/plain;q=0.9, application/problem+json;q=0.8',
      operation: target.operation,
      settings,
      signal,
    });
    const source = sourceOf(target, answer);
    const jws = jwsOf(answer, source);
    const header = readHeader(jws, source);
    const jku = keySetAddress(header, target.address, source);
    const key = await this.#keySets.find(jku.href, header, () => loadKeys(jku, settings, signal));
    const verified = await verifyWith(requireKey(key, source), jws, header, source);
    return { ...verified, location: target.location };
  }
}

/** The query of a due-date charge; on another location it says nothing and does no harm. */
function withQuery(address: URL, filter: Pick<PixPayloadFetchOptions, 'codMun' | 'DPP'>): URL {
  validateFilter(payloadOperations.getCobV, filter);
  const asked = new URL(address);
  for (const [name, value] of Object.entries(buildQuery(payloadOperations.getCobV, filter))) {
    asked.searchParams.set(name, value);
  }
  return asked;
}

function sourceOf({ operation }: Target, { status, contentType }: TextAnswer): Source {
  return { operation, status, contentType };
}

function jwsOf(answer: TextAnswer, { operation, status, contentType }: Source): string {
  if (answer.status < 200 || answer.status > 299) throw errorFromResponse(answer, { operation });
  const text = answer.body.trim();
  if (
    (contentType === undefined || JWS_MEDIA_TYPE.test(contentType)) &&
    /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)
  ) {
    return text;
  }
  throw new PixRespostaInvalidaError(
    { title: 'Invalid response', detail: 'The answer is not a compact JWS.', status, contentType },
    { operation },
  );
}
