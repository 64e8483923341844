import { redact } from 'nestjs-pix/internal';
import type { Say } from './texts/errors.en.js';

/** The replacement of a masked part. */
const MASK = '***';
/** The parameter of the address that contains the secret, as `PixWebhookReceiverModule` reads it. */
const SECRET_PARAMETER = 'hmac';

/** What the bank appends to the registered address. */
export type WebhookKind = 'pix' | 'rec' | 'cobr';

/** Where a simulated bank calls without TLS. */
const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\//;

/**
 * Finds what is wrong with an address to register.
 *
 * @returns a phrase without the address, which may contain a secret; `undefined` if nothing is wrong
 */
export function findAddressProblem(
  address: string,
  kind: WebhookKind,
  isSimulated = false,
): Say | undefined {
  if (!URL.canParse(address)) return (say) => say.noUrl;
  const { protocol, username, password, hash, pathname } = new URL(address);
  if (protocol !== 'https:' && !(isSimulated && LOCAL.test(address))) return (say) => say.noHttps;
  if (username !== '' || password !== '') return (say) => say.hasCredentials;
  if (hash !== '') return (say) => say.hasFragment;
  const isDoubled = pathname.replace(/\/+$/, '').endsWith(`/${kind}/${kind}`);
  return isDoubled ? (say) => say.hasSuffix(kind) : undefined;
}

/** Whether the address contains the secret of the receiver. */
export function hasSecret(address: string): boolean {
  return (new URL(address).searchParams.get(SECRET_PARAMETER) ?? '') !== '';
}

/** Adds the secret, unless the address contains one. Banks repeat the query of the registered address. */
export function withSecret(address: string, secret: string | undefined): string {
  if (secret === undefined || hasSecret(address)) return address;
  const url = new URL(address);
  url.searchParams.set(SECRET_PARAMETER, secret);
  return url.href;
}

/** Returns the address without its secret. */
export function withoutSecret(address: string): string {
  const url = new URL(address);
  url.searchParams.delete(SECRET_PARAMETER);
  return url.href;
}

/** Returns the address to which the bank sends notifications. */
export function buildNotificationUrl(address: string, kind: WebhookKind): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${kind}`;
  return url.href;
}

/** Returns the parts of an address that may be secrets: the query and its values. */
export function listAddressSecrets(address: string): string[] {
  if (!URL.canParse(address)) return [address];
  const { search, searchParams, password } = new URL(address);
  return [search.slice(1), ...searchParams.values(), password];
}

/** Masks the values in the query, parts of it without a value, and credentials and tax ids everywhere. */
export function maskAddress(address: string): string {
  if (!URL.canParse(address)) return MASK;
  const { origin, pathname, search } = new URL(address);
  const parts = search === '' ? [] : search.slice(1).split('&').map(maskParameter);
  return redact(`${origin}${pathname}${parts.length === 0 ? '' : `?${parts.join('&')}`}`);
}

/** A part without a value may be a secret, also one in base64 that ends in `=`. */
function maskParameter(part: string): string {
  const [, name] = /^([^=]+)=(?=[^=])/.exec(part) ?? [];
  return name === undefined ? MASK : `${name}=${MASK}`;
}
