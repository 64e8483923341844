import type { OptionChecker } from '../../options/index.js';
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
 * The minimum length of a secret. Callers can guess without limit; 16 characters of base64 are 96
 * bits.
 */
const MIN_SECRET = 16;

/** The parts of the authentication; a caller must satisfy each of them. */
export type AuthenticationParts = Pick<PixWebhookAuthentication, 'mtls' | 'secret' | 'allowedIps'>;

export interface CheckContext {
  /** Whether `trustedProxies` is configured. */
  readonly hasProxies: boolean;
  /** Builds the chain check of an authority. */
  readonly getChain: (ca: PixCertificateSource) => CertificateChain;
}

/**
 * Creates the configured checks, the cheapest first. A part that is present and empty, for example
 * because an environment variable is missing, is reported as a problem and never skipped without an
 * error.
 *
 * @throws CertificateError if `mtls.ca` cannot be read
 */
export function createChecks(
  options: AuthenticationParts,
  checker: OptionChecker,
  { hasProxies, getChain }: CheckContext,
): Check[] {
  const checks: Check[] = [];
  const { mtls, secret, allowedIps } = options;
  for (const part of ['mtls', 'secret', 'allowedIps'] as const) {
    if (part in options) requireGiven(`authentication.${part}`, options[part], checker);
  }
  if (isGiven(allowedIps)) {
    checker.require(allowedIps.length > 0, 'authentication.allowedIps is empty');
    checks.push(addressCheck(toAddressList('allowedIps', allowedIps, checker)));
  }
  if (isGiven(secret)) checks.push(createSecretCheck(secret, checker));
  if (isGiven(mtls)) {
    checker.require(
      mtls.header === undefined || hasProxies,
      'authentication.mtls.header needs authentication.trustedProxies',
    );
    checker.require(mtls.header !== '', 'authentication.mtls.header is empty');
    const check = createMtlsCheck(mtls, checker, getChain);
    if (check) checks.push(check);
  }
  return checks;
}

// Untyped configuration may contain null.
function isGiven<T>(part: T): part is NonNullable<T> {
  return part !== undefined && part !== null;
}

function requireGiven(name: string, value: unknown, checker: OptionChecker): void {
  if (isGiven(value)) return;
  checker.add(`${name} is ${String(value)}: set a value or omit it`);
}

function createSecretCheck(
  secret: NonNullable<PixWebhookAuthentication['secret']>,
  checker: OptionChecker,
): Check {
  const { value, parameter = 'hmac' } =
    typeof secret === 'object' && 'value' in secret ? secret : { value: secret };
  const secrets = [value].flat() as unknown[];
  const isText = (each: unknown): each is string => typeof each === 'string' && each !== '';
  if (secrets.length === 0 || !secrets.every(isText)) {
    checker.add('authentication.secret must be one or more non-empty strings');
  } else if (secrets.some((each) => each.length < MIN_SECRET)) {
    checker.add(
      `authentication.secret is too short: use at least ${MIN_SECRET} random characters, for example the output of ` +
        `\`node -p "crypto.randomBytes(24).toString('base64url')"\` `,
    );
  }
  checker.require(parameter !== '', 'authentication.secret.parameter is empty');
  return secretCheck(secrets.filter(isText), parameter);
}

function createMtlsCheck(
  mtls: PixWebhookMtls,
  checker: OptionChecker,
  getChain: CheckContext['getChain'],
): Check | undefined {
  if ('value' in mtls) {
    checker.require(
      !('ca' in mtls) && !('subject' in mtls),
      'authentication.mtls has value, which a proxy reports, and also ca or subject: keep one of them',
    );
    if (mtls.value && mtls.header) return verdictCheck(mtls);
    checker.add('authentication.mtls needs both header and value, or ca');
    return undefined;
  }
  if ('subject' in mtls) {
    requireGiven('authentication.mtls.subject', mtls.subject, checker);
    checker.require(mtls.subject !== '', 'authentication.mtls.subject is empty');
    if (!mtls.subject) return undefined;
  }
  // Untyped configuration may omit it.
  const ca = mtls.ca as PixCertificateSource | null | undefined;
  if (isGiven(ca) && ca.length > 0) return certificateCheck(mtls, getChain(ca));
  checker.add('authentication.mtls.ca is missing or empty');
  return undefined;
}

/** Parses a list of addresses. An invalid entry is reported and omitted. */
export function toAddressList(
  name: string,
  entries: readonly string[],
  checker: OptionChecker,
): AddressList {
  if (!Array.isArray(entries)) {
    checker.add(`authentication.${name} must be a list of addresses`);
    return new AddressList([]);
  }
  const good = entries.filter((entry) => {
    try {
      return new AddressList([entry]);
    } catch {
      checker.add(
        `authentication.${name}: ${quoteAddress(entry)} is not an IP address or a network in CIDR notation`,
      );
      return false;
    }
  });
  return new AddressList(good);
}

/**
 * Quotes an entry if it is too short for a secret or looks like a mistyped address. Any other text
 * may be a misplaced secret and is not shown.
 */
function quoteAddress(entry: unknown): string {
  const isHarmless =
    typeof entry === 'string' &&
    (entry.length < MIN_SECRET || /^[\da-f]{0,4}[.:][\da-f.:/]{1,48}$/i.test(entry));
  return isHarmless ? JSON.stringify(entry) : 'an entry';
}
