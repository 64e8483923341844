/**
 * The options of a call and of an iteration, their checks and defaults, and the budget that limits the repeats of a
 * client.
 */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { PixScopesInput } from '../auth/index.js';
import { ValueError } from '../errors/index.js';
import {
  anyFunction,
  anything,
  applyDefaults,
  describeTooLong,
  flag,
  integer,
  must,
  objectOf,
  OptionChecker,
  recordOf,
  seconds,
  text,
  toSentence,
  withMethods,
  type OptionRule,
  defineOptions,
} from '../options/index.js';
import type { PixTimeout } from '../transport/index.js';
import { ACCOUNT_NUMBER, isPossiblePixKey, normalizePixKey } from '../values/index.js';

/**
 * The options of one call, which override those of the module: the last parameter of every service
 * method.
 */
export interface PixRequestOptions {
  /**
   * Additional headers. `Authorization` and `client_id` cannot be redefined (docs/decisions.md
   * D30).
   */
  headers?: Readonly<Record<string, string>>;
  /** Time limit of one attempt in seconds, or `[connect, read]`; `null` as read means no limit. */
  timeout?: PixTimeout;
  /**
   * Time limit of the whole call with its token, attempts, waits and reads, in seconds. Default:
   * the module's, 60.
   */
  deadline?: number;
  /**
   * Aborts the call, including its waits. A request that was sent may still take effect
   * (`resultUnknown`).
   */
  signal?: AbortSignal;
  /** Scopes of the token for this call; `'all'` requests those of every feature of the provider. */
  scopes?: PixScopesInput;
  /**
   * Repeats of this call; overrides the module's. `false` disables repeats and the reading after an
   * unknown outcome.
   */
  retry?: PixRetryOptions | false;
  /**
   * Sends a due-date charge whose reductions leave R$ 0.01 on a day on which it can be paid. Default
   * `false`: it is refused, with the day (docs/decisions.md D227).
   */
  allowOneCent?: boolean;
}

/** The progress of an iteration, reported after each page. */
export interface PixIterationProgress {
  /** Index of the page that was read, from 0; starts again with each window of a split period. */
  paginaAtual: number;
  /** The number of pages, if the provider reports it. */
  quantidadeDePaginas: number | undefined;
  /** The number of items read so far, including this page. */
  itens: number;
}

/** {@link PixRequestOptions} of an iteration. */
export interface PixIterateOptions extends PixRequestOptions {
  /** Called after each page is read and before its items are returned. */
  onPage?: (progress: PixIterationProgress) => void;
  /**
   * Splits a period that exceeds the provider's limit, or that the provider refuses with 400, into
   * several requests. Default `false`: only a period that the provider refuses with 422 is split.
   */
  splitPeriods?: boolean;
}

/** The period in which the missing record may have been created. */
export interface PixCandidatePeriod {
  /** Start of the period. Default: 10 minutes ago. */
  inicio?: Date | string;
  /** End of the period. Default: in 1 minute, because the provider's clock may be ahead. */
  fim?: Date | string;
}

/** Options with the rule `anything` are checked separately; that check accepts values of any type. */
const table = defineOptions<PixRequestOptions>()({
  headers: recordOf("an object such as { 'x-header': 'value' }", text),
  timeout: anything,
  deadline: anything,
  signal: withMethods('an AbortSignal', ['addEventListener']),
  scopes: anything,
  retry: anything,
  allowOneCent: flag,
});
export const iterateRule = objectOf<PixIterateOptions>({
  ...table.rows,
  onPage: anyFunction,
  splitPeriods: flag,
});
export const periodRule = objectOf<PixCandidatePeriod>({ inicio: anything, fim: anything });

const NAMES: ReadonlySet<string> = new Set(Object.keys(table.rows));

/**
 * Checks the names and types of the options of a call. Allocates nothing if the options are valid.
 *
 * @throws ValueError that lists all problems
 */
export function assertRequestOptions(options: PixRequestOptions): void {
  if (!isUsual(options)) assertShape(options, table.rule);
}

/** Whether options have only known names, no `headers`, and no `signal` of another class. */
function isUsual(options: unknown): boolean {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return false;
  for (const name in options) if (!NAMES.has(name)) return false;
  const { headers, signal, allowOneCent } = options as PixRequestOptions;
  if (headers !== undefined || allowOneCent !== undefined) return false;
  return signal === undefined || signal instanceof AbortSignal;
}

/**
 * Checks the names and types of options.
 *
 * @throws ValueError that lists all problems
 */
export function assertShape(options: unknown, rule: OptionRule, owner = '', name?: string): void {
  const checker = new OptionChecker(owner, ValueError);
  checker.shape(options, rule, name);
  checker.throwIfAny();
}

/** How a call is repeated after a temporary failure. */
export interface PixRetryOptions {
  /** The maximum number of attempts, including the first: 1 to 100. Default: 3. */
  attempts?: number;
  /**
   * The longest wait before the first repeat, in seconds, at most 60; it doubles with each repeat.
   * Default: 0.25.
   */
  baseDelay?: number;
  /** The longest wait, in seconds, at most 600. A longer `Retry-After` ends the repeats. Default: 8. */
  maxDelay?: number;
  /**
   * The number of repeats in a row that a client may send without a success in between; each
   * success adds a fifth of a repeat. Limits the load on a provider that is down. `false`: no
   * limit. Default: 100.
   */
  budget?: number | false;
}

/** Accepts a delay in seconds; larger values than the maximum are usually meant as milliseconds. */
function delay(max: number): OptionRule {
  const rule = seconds({ max });
  return (value, name, report) => {
    const tooLong = describeTooLong(name, value, max);
    if (tooLong === undefined) return rule(value, name, report);
    report(tooLong);
    return true;
  };
}

const retryTable = defineOptions<PixRetryOptions>()(
  {
    attempts: { rule: integer({ min: 1, max: 100 }), default: 3 },
    baseDelay: { rule: delay(60), default: 0.25 },
    maxDelay: { rule: delay(600), default: 8 },
    budget: {
      rule: must(
        'a number of repeats, or false for no limit',
        (value) => value === false || (Number.isFinite(value) && (value as number) >= 0),
      ),
      default: 100,
    },
  },
  'an object such as { attempts: 3 }, or false',
);

/** {@link PixRetryOptions} with all defaults applied. */
export type RetrySettings = Required<PixRetryOptions>;

export const DEFAULT_RETRY: RetrySettings = retryTable.defaults;

/**
 * Checks retry options.
 *
 * @param defaults the values of omitted options
 * @throws ValueError that names each wrong option and the values it takes
 */
export function parseRetry(
  options: PixRetryOptions | false,
  defaults: RetrySettings = DEFAULT_RETRY,
): RetrySettings | false {
  if (options === false) return false;
  assertShape(options, retryTable.rule, '', 'retry');
  return applyDefaults(options, defaults);
}

/** The part of a repeat that a success adds to the budget. */
const EARNED = 0.2;

/**
 * Limits the repeats of all calls of one client, as a token bucket: a repeat takes one token and
 * returns it on success; any other success adds a fifth. While a provider is down the bucket runs
 * empty, and calls fail after their first attempt.
 */
export class RetryBudget {
  /** The largest number of repeats in a row; `Infinity` for no limit. */
  readonly capacity: number;
  /** The number of repeats left. */
  left: number;

  /** @param capacity how many repeats in a row are allowed; `false` for no limit */
  constructor(capacity: number | false) {
    this.capacity = capacity === false ? Infinity : capacity;
    this.left = this.capacity;
  }

  /**
   * Takes one repeat.
   *
   * @returns `false` if none is left
   */
  take(): boolean {
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }

  /** Records a success of a repeat or of a first attempt. */
  earn(ofRepeat: boolean): void {
    this.left = Math.min(this.capacity, this.left + (ofRepeat ? 1 : EARNED));
  }
}

/** The limits of a call, including its wait for a token. */
export interface CallLimits {
  /** Instant of `runtime.elapsed()` at which the call ends. */
  readonly until: number;
  /** Aborts the call. */
  readonly signal: AbortSignal | undefined;
  /** Time limit of an attempt; overrides the module's. */
  readonly timeout: PixTimeout | undefined;
  /** The repeats; `false` for one attempt, and no reading after an unknown outcome. */
  readonly retry: RetrySettings | false;
}

/** Larger values are usually meant as milliseconds. */
const MAX_DEADLINE = 600;
const DEFAULT_DRAIN = 10;
const MAX_DRAIN = 3600;

/**
 * Validates a deadline.
 *
 * @returns it in milliseconds
 * @throws ValueError unless it is a number above 0 and at most 600 seconds
 */
export function parseDeadline(deadline: number): number {
  if (!(typeof deadline === 'number' && deadline > 0 && deadline <= MAX_DEADLINE)) {
    throw new ValueError(
      toSentence(
        describeTooLong('deadline', deadline, MAX_DEADLINE) ??
          `deadline must be a number of seconds above 0 and at most ${MAX_DEADLINE}. It limits a whole call with its token, attempts and waits`,
      ),
    );
  }
  return deadline * 1000;
}

/**
 * Validates how long a closing client waits for in-flight calls. Default: 10 seconds.
 *
 * @returns it in milliseconds
 * @throws ValueError unless it is a number of seconds from 0 to 3600
 */
export function parseDrain(drain: number = DEFAULT_DRAIN): number {
  if (!(typeof drain === 'number' && drain >= 0 && drain <= MAX_DRAIN)) {
    throw new ValueError(`drain must be a number of seconds from 0 to ${MAX_DRAIN}.`);
  }
  return drain * 1000;
}

/** Headers that only the client may set (docs/decisions.md D30). */
const PROTECTED = new Set(['authorization', 'client_id']);

/**
 * Refuses headers that only the client may set, in any letter case, and headers that are invalid in
 * HTTP.
 *
 * @throws ValueError that names the header
 */
export function assertHeadersAllowed(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of listHeaders(headers)) {
    assertHeaderValid(name, value);
    if (PROTECTED.has(name.toLowerCase())) {
      throw new ValueError(
        `The header "${name}" cannot be redefined: the client sets it from clientId and the access token. Remove it from headers.`,
      );
    }
  }
}

/** Lists the headers; one that is `undefined` counts as left out. */
function listHeaders(headers: Readonly<Record<string, string | undefined>>): [string, string][] {
  return Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
}

function assertHeaderValid(name: string, value: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (error) {
    throw new ValueError(`The header "${name}" has a name or value that HTTP does not allow.`, {
      cause: error,
    });
  }
}

/**
 * Adds the application's headers to the client's own. The application's header replaces one of the
 * same name in any letter case.
 *
 * @param accountHeader the header that contains an account number, if the provider has one
 * @throws ValueError on a protected header or an invalid account number
 */
export function mergeHeaders(
  base: Readonly<Record<string, string>>,
  extra: Readonly<Record<string, string>>,
  accountHeader?: string,
): Record<string, string> {
  assertHeadersAllowed(extra);
  const added = listHeaders(extra);
  const replaced = new Set(added.map(([name]) => name.toLowerCase()));
  const kept = Object.entries(base).filter(([name]) => !replaced.has(name.toLowerCase()));
  const merged = Object.fromEntries(kept);
  for (const [name, value] of added) {
    merged[name] = name.toLowerCase() === accountHeader ? normalizeContaCorrente(value) : value;
  }
  return merged;
}

/**
 * Normalizes an account number for the header `x-conta-corrente`: digits only, including the check
 * digit. Removes hyphens, dots, spaces and leading zeros
 * (docs/interface.md#account-number-of-inter).
 *
 * @throws ValueError if the rest does not match `[1-9][0-9]*`
 */
export function normalizeContaCorrente(value: string | number): string {
  const digits = String(value)
    .replace(/[-.\s]/g, '')
    .replace(/^0+/, '');
  if (!ACCOUNT_NUMBER.test(digits)) {
    throw new ValueError(
      'contaCorrente must be the account number with its check digit: digits, hyphens, dots and spaces only, not all zeros.',
    );
  }
  return digits;
}

/**
 * Normalizes the Pix key of an account.
 *
 * @throws ValueError if it is none
 */
export function parseAccountKey(chave: string): string {
  const key = normalizePixKey(chave);
  if (typeof key === 'string' && isPossiblePixKey(key)) return key;
  throw new ValueError(
    'chave must be a Pix key: CPF, CNPJ, email address, phone number with +55 or random key.',
  );
}
