import { systemRuntime } from '../../runtime/index.js';
import type { PixRuntime } from '../../runtime/index.js';
import { AddressList } from './address-list.js';
import { addressCheck } from './address.check.js';
import type {
  PixCertificateSource,
  PixWebhookAuthentication,
  PixWebhookMtls,
} from './authentication.options.js';
import { Authenticator } from './authenticator.js';
import type { Check } from './check.js';
import { certificateCheck, verdictCheck } from './mtls.check.js';
import { secretCheck } from './secret.check.js';

/**
 * A caller may guess as often as it likes, so a secret must be too long to guess: 16 characters of base64 are 96 bits.
 */
const MIN_SECRET = 16;

/** Collects what is wrong with the options, to report all of it at once. */
export type Complain = (problem: string) => void;

/**
 * The checks that the options ask for, the cheapest first. A part that is present and empty is a mistake (an environment
 * variable that was not set), never a check less.
 *
 * @throws CertificateError when `mtls.ca` cannot be read
 */
export function createAuthenticator(
  options: PixWebhookAuthentication,
  complain: Complain,
  runtime: PixRuntime = systemRuntime,
): Authenticator {
  const checks: Check[] = [];
  const { mtls, secret, allowedIps, trustedProxies } = options;
  for (const part of ['mtls', 'secret', 'allowedIps'] as const) {
    if (part in options) complainOfUnset(`authentication.${part}`, options[part], complain);
  }
  const proxies = addresses('trustedProxies', trustedProxies ?? [], complain);

  if (isGiven(allowedIps)) {
    if (allowedIps.length === 0) complain('authentication.allowedIps is empty');
    checks.push(addressCheck(addresses('allowedIps', allowedIps, complain)));
  }
  if (isGiven(secret)) checks.push(checkOfSecret(secret, complain));
  if (isGiven(mtls)) {
    if (mtls.header !== undefined && (trustedProxies ?? []).length === 0) {
      complain('authentication.mtls.header needs authentication.trustedProxies');
    }
    const check = checkOfMtls(mtls, complain, runtime);
    if (check) checks.push(check);
  }
  return new Authenticator(checks, proxies);
}

// Untyped configuration may well hold null.
function isGiven<T>(part: T): part is NonNullable<T> {
  return part !== undefined && part !== null;
}

function complainOfUnset(name: string, value: unknown, complain: Complain): void {
  if (!isGiven(value)) complain(`${name} is ${String(value)}: give it a value or leave it out`);
}

function checkOfSecret(
  secret: NonNullable<PixWebhookAuthentication['secret']>,
  complain: Complain,
): Check {
  const { value, parameter = 'hmac' } =
    typeof secret === 'object' && 'value' in secret ? secret : { value: secret };
  const secrets = [value].flat() as unknown[];
  const isText = (each: unknown): each is string => typeof each === 'string' && each !== '';
  if (secrets.length === 0 || !secrets.every(isText)) {
    complain('authentication.secret must be a text or texts, none of them empty');
  } else if (secrets.some((each) => each.length < MIN_SECRET)) {
    complain(
      `authentication.secret is too short to be safe: use at least ${MIN_SECRET} random characters, such as ` +
        `\`node -p "crypto.randomBytes(24).toString('base64url')"\` prints`,
    );
  }
  if (parameter === '') complain('authentication.secret.parameter is empty');
  return secretCheck(secrets.filter(isText), parameter);
}

function checkOfMtls(
  mtls: PixWebhookMtls,
  complain: Complain,
  runtime: PixRuntime,
): Check | undefined {
  if ('value' in mtls) {
    if (mtls.value && mtls.header) return verdictCheck(mtls);
    complain('authentication.mtls needs both header and value, or ca');
    return undefined;
  }
  if ('subject' in mtls) {
    complainOfUnset('authentication.mtls.subject', mtls.subject, complain);
    if (mtls.subject === '') complain('authentication.mtls.subject is empty');
    if (!mtls.subject) return undefined;
  }
  // Untyped configuration may well leave it out.
  const ca = mtls.ca as PixCertificateSource | undefined;
  if (ca !== undefined && ca.length > 0) return certificateCheck(mtls, runtime);
  complain('authentication.mtls.ca is missing or empty');
  return undefined;
}

function addresses(name: string, entries: readonly string[], complain: Complain): AddressList {
  if (!Array.isArray(entries)) {
    complain(`authentication.${name} must be a list of addresses`);
    return new AddressList([]);
  }
  const good = entries.filter((entry) => {
    try {
      return new AddressList([entry]);
    } catch {
      complain(`authentication.${name}: ${JSON.stringify(entry)} is no IP address or CIDR`);
      return false;
    }
  });
  return new AddressList(good);
}
