import { AddressList } from './address-list.js';
import { addressCheck } from './address.check.js';
import type {
  PixCertificateSource,
  PixWebhookAuthentication,
  PixWebhookMtls,
} from './authentication.options.js';
import type { CertificateChain } from './certificate-chain.js';
import type { Check } from './check.js';
import { certificateCheck, verdictCheck } from './mtls.check.js';
import { secretCheck } from './secret.check.js';

/**
 * A caller may guess as often as it likes, so a secret must be too long to guess: 16 characters of base64 are 96 bits.
 */
const MIN_SECRET = 16;

/** Collects what is wrong with the options, to report all of it at once. */
export type Complain = (problem: string) => void;

/** The parts of which a caller must satisfy each. */
export type AuthenticationParts = Pick<PixWebhookAuthentication, 'mtls' | 'secret' | 'allowedIps'>;

export interface CheckContext {
  /** Whether the application has proxies that it trusts. */
  readonly hasProxies: boolean;
  /** The chain check of an authority. */
  readonly chainOf: (ca: PixCertificateSource) => CertificateChain;
}

/**
 * The checks that the options ask for, the cheapest first. A part that is present and empty is a mistake (an environment
 * variable that was not set), never a check less.
 *
 * @throws CertificateError when `mtls.ca` cannot be read
 */
export function createChecks(
  options: AuthenticationParts,
  complain: Complain,
  { hasProxies, chainOf }: CheckContext,
): Check[] {
  const checks: Check[] = [];
  const { mtls, secret, allowedIps } = options;
  for (const part of ['mtls', 'secret', 'allowedIps'] as const) {
    if (part in options) complainOfUnset(`authentication.${part}`, options[part], complain);
  }
  if (isGiven(allowedIps)) {
    if (allowedIps.length === 0) complain('authentication.allowedIps is empty');
    checks.push(addressCheck(toAddressList('allowedIps', allowedIps, complain)));
  }
  if (isGiven(secret)) checks.push(checkOfSecret(secret, complain));
  if (isGiven(mtls)) {
    if (mtls.header !== undefined && !hasProxies) {
      complain('authentication.mtls.header needs authentication.trustedProxies');
    }
    const check = checkOfMtls(mtls, complain, chainOf);
    if (check) checks.push(check);
  }
  return checks;
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
  chainOf: CheckContext['chainOf'],
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
  if (ca !== undefined && ca.length > 0) return certificateCheck(mtls, chainOf(ca));
  complain('authentication.mtls.ca is missing or empty');
  return undefined;
}

/** A list of addresses. What is none is complained of and left out. */
export function toAddressList(
  name: string,
  entries: readonly string[],
  complain: Complain,
): AddressList {
  if (!Array.isArray(entries)) {
    complain(`authentication.${name} must be a list of addresses`);
    return new AddressList([]);
  }
  const good = entries.filter((entry) => {
    try {
      return new AddressList([entry]);
    } catch {
      complain(`authentication.${name}: ${quoteAddress(entry)} is no IP address or CIDR`);
      return false;
    }
  });
  return new AddressList(good);
}

/** A text that is too short for a secret, or that may be an address mistyped; anything else may be a secret in the wrong place. */
function quoteAddress(entry: unknown): string {
  const isHarmless =
    typeof entry === 'string' &&
    (entry.length < MIN_SECRET || /^[\da-f]{0,4}[.:][\da-f.:/]{1,48}$/i.test(entry));
  return isHarmless ? JSON.stringify(entry) : 'an entry';
}
