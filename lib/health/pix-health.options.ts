import { listOf, must, nonEmptyText, objectOf } from '../options/index.js';
import { DAY_SECONDS } from '../runtime/index.js';

/** Name of a check of an account. */
export type PixAccountCheck = 'tokenEndpoint' | 'certificate' | 'retryBudget' | 'tokenStore';
/** Name of a check of a receiver. */
export type PixReceiverCheck = 'eventStore' | 'queue' | 'reconciler' | 'unreadPix';

/** Name of a check of a ledger. */
export type PixLedgerCheck = 'database' | 'unsettled' | 'tasks';

/** All checks, and whether they are in `failOn` by default. The compiler reports a missing one. */
const accountChecks: Readonly<Record<PixAccountCheck, boolean>> = {
  tokenEndpoint: true,
  certificate: true,
  retryBudget: false,
  tokenStore: true,
};
const receiverChecks: Readonly<Record<PixReceiverCheck, boolean>> = {
  eventStore: true,
  queue: true,
  reconciler: true,
  unreadPix: false,
};
const ledgerChecks: Readonly<Record<PixLedgerCheck, boolean>> = {
  database: true,
  unsettled: false,
  tasks: false,
};

function listDefaults(checks: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.keys(checks).filter((name) => checks[name]);
}

/** The defaults of `failOn`, by method. */
export const failOnDefaults = {
  checkAccount: listDefaults(accountChecks),
  checkReceiver: listDefaults(receiverChecks),
  checkLedger: listDefaults(ledgerChecks),
};

/** Options of all methods of `PixHealthIndicator`. */
export interface PixHealthCheckOptions<Check extends string> {
  /** Name of the account, receiver or ledger. Default: the one without a name. */
  name?: string | undefined;
  /** How long a check may take, in seconds. A check that takes longer is `down`. Default: 3. */
  timeout?: number | undefined;
  /**
   * The checks whose state `down` makes the indicator `down`; the others are only reported. Default:
   * see {@link PixAccountHealthOptions}, {@link PixReceiverHealthOptions} and
   * {@link PixLedgerHealthOptions}.
   */
  failOn?: readonly Check[] | undefined;
}

/**
 * Options of `PixHealthIndicator.checkAccount`. By default, `tokenEndpoint`, `certificate` and
 * `tokenStore` make it fail. An empty retry budget does not: it recovers only by successful calls,
 * which an instance without traffic never makes.
 */
export interface PixAccountHealthOptions extends PixHealthCheckOptions<PixAccountCheck> {
  /**
   * How long the last answer of the token endpoint counts, in seconds. An older one makes the state
   * `unknown` while a token is still valid: the check never requests a token that no call needs,
   * because providers limit token requests. Default: 300.
   */
  tokenAnswerMaxAge?: number | undefined;
}

/**
 * Options of `PixHealthIndicator.checkReceiver`. By default, all checks but `unreadPix` make it fail:
 * an instance that is removed reads no Pix better.
 */
export interface PixReceiverHealthOptions extends PixHealthCheckOptions<PixReceiverCheck> {
  /**
   * How far the cursor of the reconciler may be behind, in seconds. Default: three times
   * `reconciler.every`; without `every`, the lag is reported and its state is `unknown`.
   */
  maxReconcilerLag?: number | undefined;
}

/**
 * Options of `PixHealthIndicator.checkLedger`. By default, only `database` makes it fail: an instance
 * that is removed settles nothing.
 */
export interface PixLedgerHealthOptions extends PixHealthCheckOptions<PixLedgerCheck> {
  /** How old an unsettled row may be, in seconds. Default: 300. */
  maxUnsettledAge?: number | undefined;
}

const seconds = (most: number) =>
  must(
    `a number of seconds above 0, at most ${most}`,
    (value) => typeof value === 'number' && value > 0 && value <= most,
  );

function buildCommon(checks: object) {
  const names = Object.keys(checks);
  const check = must(`one of ${names.join(', ')}`, (value) => names.some((name) => name === value));
  return { name: nonEmptyText, timeout: seconds(60), failOn: listOf('a list of checks', check) };
}

/** The rules of the options, by method. */
export const healthRules = {
  checkAccount: objectOf<PixAccountHealthOptions>({
    ...buildCommon(accountChecks),
    tokenAnswerMaxAge: seconds(DAY_SECONDS),
  }),
  checkReceiver: objectOf<PixReceiverHealthOptions>({
    ...buildCommon(receiverChecks),
    maxReconcilerLag: seconds(30 * DAY_SECONDS),
  }),
  checkLedger: objectOf<PixLedgerHealthOptions>({
    ...buildCommon(ledgerChecks),
    maxUnsettledAge: seconds(30 * DAY_SECONDS),
  }),
};
