import { parseDeadline, parseRetry } from '../client/index.js';
import { ValueError } from '../errors/index.js';
import { rateLimitRule } from '../limits/index.js';
import { logRule } from '../observe/index.js';
import {
  anyFunction,
  anything,
  flag,
  must,
  objectOf,
  recordOf,
  text,
  withMethods,
  type ProblemList,
} from '../options/index.js';
import { payloadRule } from '../payload/index.js';
import {
  caRule,
  certificateRule,
  describeLongTimeout,
  parseBoundedTimeout,
  parseProxy,
  parseTimeout,
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

const addresses = recordOf('an object with an address for each family', text);

/**
 * All options; the compiler reports one that is missing here. Options with the rule `anything` are
 * checked separately; that check accepts values of any type.
 */
const OPTIONS = objectOf<PixModuleOptions>({
  provider: anything,
  simulator: text,
  environment: anything,
  clientId: anything,
  clientSecret: anything,
  clientAuth: anything,
  certificate: certificateRule,
  ca: caRule,
  certificateCheckInterval: must(
    'a number of seconds from 1 to 86400, or false',
    (value) => value === false || (typeof value === 'number' && value >= 1 && value <= 86_400),
  ),
  mutualTls: anything,
  scopes: anything,
  features: anything,
  leastPrivilege: flag,
  sandboxToken: anything,
  contaCorrente: must('text', (value) => typeof value === 'string' || typeof value === 'number'),
  appKey: anything,
  proxy: text,
  http: flag,
  headers: recordOf("an object such as { 'x-header': 'value' }", text),
  timeout: anything,
  deadline: anything,
  retry: anything,
  tokenStore: tokenStoreRule,
  rateLimit: rateLimitRule,
  validate: flag,
  allowUnknownFields: flag,
  telemetry: telemetryRule,
  log: logRule,
  onRequest: anyFunction,
  onResponse: anyFunction,
  payload: payloadRule,
  baseUrl: text,
  tokenUrl: text,
  baseUrls: addresses,
  tokenUrls: addresses,
});

const ENVIRONMENTS: readonly unknown[] = [undefined, 'production', 'sandbox'];
const CLIENT_AUTHS: readonly unknown[] = [undefined, 'basic', 'body'];

/**
 * Reports unknown options and options of another type.
 *
 * @returns whether other checks may read the options
 */
export function checkOptionTypes(problems: ProblemList, options: PixModuleOptions): boolean {
  const isUsable = problems.shape(options, OPTIONS);
  const { environment, clientAuth, mutualTls }: Record<string, unknown> = { ...options };
  problems.require(
    ENVIRONMENTS.includes(environment),
    "environment must be 'production' or 'sandbox'.",
  );
  for (const field of ['clientId', 'clientSecret', 'sandboxToken', 'appKey'] as const) {
    checkText(problems, field, options[field]);
  }
  problems.check(() => checkClientAuth(clientAuth));
  if (mutualTls !== undefined && mutualTls !== false) {
    problems.add('mutualTls only accepts false: with a certificate, mutual TLS is always used.');
  }
  return isUsable;
}

function checkClientAuth(value: unknown): void {
  if (!CLIENT_AUTHS.includes(value)) throw new ValueError("clientAuth must be 'basic' or 'body'.");
}

function checkText(problems: ProblemList, field: string, value: unknown): void {
  problems.require(
    value === undefined || (typeof value === 'string' && value.trim() !== ''),
    `${field} must be a non-empty string, or omitted.`,
  );
}

/** Validates the time limits and the repeats of calls; they may have any type. */
export function checkCallLimits(problems: ProblemList, options: PixModuleOptions): void {
  const { timeout, deadline, retry } = options;
  const long = describeLongTimeout(timeout);
  if (long !== undefined) problems.add(long);
  else if (timeout !== undefined) problems.check(() => parseTimeout(timeout));
  if (deadline !== undefined) problems.check(() => parseDeadline(deadline));
  if (retry !== undefined) problems.check(() => parseRetry(retry));
}

/** Validates the options of `PixPayloadService`, whose types are right. */
export function checkPayload(problems: ProblemList, { payload }: PixModuleOptions): void {
  const timeout = payload?.timeout;
  if (timeout !== undefined) {
    problems.check(() => parseBoundedTimeout(timeout, 'payload.timeout'));
  }
}

/** Validates the option `proxy`, which is text. */
export function checkProxy(problems: ProblemList, { proxy }: PixModuleOptions): void {
  if (proxy !== undefined) problems.check(() => parseProxy(proxy));
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
