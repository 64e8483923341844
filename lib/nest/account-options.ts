import {
  assertHeadersAllowed,
  parseAccountKey,
  parseDeadline,
  parseRetry,
} from '../client/index.js';
import { ConfigurationError, ValueError } from '../errors/index.js';
import { rateLimitRule } from '../limits/index.js';
import { logRule } from '../observe/index.js';
import {
  anyFunction,
  anything,
  flag,
  must,
  nonEmptyText,
  objectOf,
  oneOf,
  parsedBy,
  readable,
  recordOf,
  text,
  toSentence,
  withMethods,
  type ProblemList,
} from '../options/index.js';
import { payloadRule } from '../payload/index.js';
import { byFamily } from '../providers/index.js';
import {
  caRule,
  certificateRule,
  describeLongTimeout,
  parseBoundedTimeout,
  parseProxy,
  parseTimeout,
  type PixTimeout,
} from '../transport/index.js';
import type { PixModuleOptions } from './pix.options.js';

/** Checks the type of the option `tokenStore`. */
export const tokenStoreRule = withMethods('a store with the methods get, set and delete', [
  'get',
  'set',
  'delete',
]);

const telemetryRule = withMethods(
  'an observer with the methods observe, countEvent, injectTrace and watchAccount, such as openTelemetry()',
  ['observe', 'countEvent', 'injectTrace', 'watchAccount'],
);

const isText = (value: unknown): value is string => typeof value === 'string';

const address = must(
  'an absolute https URL',
  (value) => isText(value) && URL.canParse(value) && new URL(value).protocol === 'https:',
  isText,
);

/** A limit in milliseconds is a mistake of configuration. */
function parseAccountTimeout(timeout: PixTimeout): void {
  const long = describeLongTimeout(timeout);
  if (long !== undefined) throw new ConfigurationError(toSentence(long));
  parseTimeout(timeout);
}

function parseClientAuth(value: unknown): void {
  if (value !== 'basic' && value !== 'body') {
    throw new ValueError("clientAuth must be 'basic' or 'body'.");
  }
}

/**
 * All options; the compiler reports one that is missing here. Options with the rule `anything` are
 * checked separately; that check accepts values of any type.
 */
const OPTIONS = objectOf<PixModuleOptions>({
  provider: anything,
  simulator: text,
  environment: readable(oneOf(['production', 'sandbox'])),
  clientId: readable(nonEmptyText),
  clientSecret: readable(nonEmptyText),
  clientAuth: parsedBy(parseClientAuth),
  certificate: certificateRule,
  ca: caRule,
  certificateCheckInterval: must(
    'a number of seconds from 1 to 86400, or false',
    (value) => value === false || (typeof value === 'number' && value >= 1 && value <= 86_400),
  ),
  mutualTls: readable(
    must('false: with a certificate, mutual TLS is always used', (value) => value === false),
  ),
  scopes: anything,
  features: anything,
  leastPrivilege: flag,
  sandboxToken: readable(nonEmptyText),
  contaCorrente: must('text', (value) => typeof value === 'string' || typeof value === 'number'),
  appKey: readable(nonEmptyText),
  chave: parsedBy(parseAccountKey),
  proxy: text,
  http: flag,
  headers: recordOf("an object such as { 'x-header': 'value' }", text),
  timeout: parsedBy(parseAccountTimeout),
  deadline: parsedBy(parseDeadline),
  retry: parsedBy(parseRetry),
  tokenStore: tokenStoreRule,
  rateLimit: rateLimitRule,
  validate: flag,
  allowUnknownFields: flag,
  telemetry: telemetryRule,
  log: logRule,
  onRequest: anyFunction,
  onResponse: anyFunction,
  payload: payloadRule,
  baseUrl: address,
  tokenUrl: address,
  baseUrls: byFamily(address),
  tokenUrls: byFamily(address),
});

/**
 * Validates the options that do not depend on the provider.
 *
 * @returns whether other checks may read the options
 */
export function checkOptions(problems: ProblemList, options: PixModuleOptions): boolean {
  if (!problems.shape(options, OPTIONS)) return false;
  const { payload, proxy, headers = {} } = options;
  const timeout = payload?.timeout;
  if (timeout !== undefined) {
    problems.check(() => parseBoundedTimeout(timeout, 'payload.timeout'));
  }
  if (proxy !== undefined) problems.check(() => parseProxy(proxy));
  problems.check(() => assertHeadersAllowed(headers));
  return true;
}

/** Reports a missing application key at a provider that requires one. */
export function checkAppKey(
  problems: ProblemList,
  { name, appKeyQuery }: { readonly name: string; readonly appKeyQuery?: string },
  { appKey }: PixModuleOptions,
): void {
  if (appKeyQuery === undefined || appKey !== undefined) return;
  problems.add(
    `appKey is required: ${name} requires the application's key in the query of each call (${appKeyQuery}).`,
  );
}
