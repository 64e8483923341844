// The health of accounts, receivers and ledgers, check by check.

import { Inject, Injectable, Module } from '@nestjs/common';
import { DiscoveryService, ModuleRef, DiscoveryModule } from '@nestjs/core';
import {
  HealthIndicatorService,
  type HealthIndicatorResult,
  TerminusModule,
} from '@nestjs/terminus';
import { ConfigurationError, redact } from '../errors/index.js';
import { PIX_LEDGERS, type PixLedger } from '../ledger/index.js';
import { checkOptions, listOf, nonEmptyText, objectOf, oneOf, seconds } from '../options/index.js';
import {
  DEFAULT_RECEIVER,
  listInstances,
  RECEIVER_SETTINGS,
  WORKER_SETTINGS,
  type ReceiverSettings,
  type WorkerSettings,
  type PixEventQueue,
  type PixEventStore,
  type PixReconcilerCursor,
} from '../receiver/index.js';
import { locatePixClient, type PixClient } from '../resources/index.js';
import { systemRuntime, within, DAY_SECONDS } from '../runtime/index.js';

/** Name of a check of an account. */
export type PixAccountCheck = 'tokenEndpoint' | 'certificate' | 'retryBudget' | 'tokenStore';
/** Name of a check of a receiver. */
export type PixReceiverCheck =
  'eventStore' | 'queue' | 'unopenedEvents' | 'reconciler' | 'unreadPix';

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
  unopenedEvents: false,
  reconciler: true,
  unreadPix: false,
};
const ledgerChecks: Readonly<Record<PixLedgerCheck, boolean>> = {
  database: true,
  unsettled: false,
  tasks: false,
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
 * Options of `PixHealthIndicator.checkReceiver`. By default, all checks but `unreadPix` and
 * `unopenedEvents` make it fail: an instance that is removed reads no Pix better.
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

const upTo = (max: number) => seconds({ positive: true, max });

function buildCommon(checks: object) {
  const check = oneOf(Object.keys(checks));
  return { name: nonEmptyText, timeout: upTo(60), failOn: listOf('a list of checks', check) };
}

/** The checks of each method. */
const methods = {
  checkAccount: accountChecks,
  checkReceiver: receiverChecks,
  checkLedger: ledgerChecks,
};

/** The rules of the options, by method. */
const healthRules = {
  checkAccount: objectOf<PixAccountHealthOptions>({
    ...buildCommon(accountChecks),
    tokenAnswerMaxAge: upTo(DAY_SECONDS),
  }),
  checkReceiver: objectOf<PixReceiverHealthOptions>({
    ...buildCommon(receiverChecks),
    maxReconcilerLag: upTo(30 * DAY_SECONDS),
  }),
  checkLedger: objectOf<PixLedgerHealthOptions>({
    ...buildCommon(ledgerChecks),
    maxUnsettledAge: upTo(30 * DAY_SECONDS),
  }),
};

/**
 * - `up`: the component works, as of this check.
 * - `down`: it failed, or did not answer in time.
 * - `unknown`: its state could not be determined; `reason` states why.
 */
export type PixHealthState = 'up' | 'down' | 'unknown';

/** The state of one component. Contains no secret, tax id or text of an error. */
export interface PixHealthDetail {
  /** The state, as of this check. */
  readonly status: PixHealthState;
  /** Why it is `down` or `unknown`. */
  readonly reason?: string;
  /** Measured values, such as `daysLeft`. */
  readonly [detail: string]: string | number | boolean | undefined;
}

const UP: PixHealthDetail = { status: 'up' };

type Check = () => PixHealthDetail | Promise<PixHealthDetail>;

/**
 * Runs all checks at the same time.
 *
 * @param ms time limit of each check, in milliseconds
 * @returns the states by name; a check that throws is `down`. Never rejects
 */
async function runChecks(
  checks: Readonly<Record<string, Check>>,
  ms: number,
): Promise<Record<string, PixHealthDetail>> {
  const details = Object.entries(checks).map(async ([name, check]) => [name, await run(check, ms)]);
  return Object.fromEntries(await Promise.all(details)) as Record<string, PixHealthDetail>;
}

async function run(check: Check, ms: number): Promise<PixHealthDetail> {
  try {
    return await within(systemRuntime, ms, 'The check', (async () => check())());
  } catch (error) {
    return { status: 'down', reason: describeFailure(error) };
  }
}

const CODE = /^[A-Z][A-Z0-9_]{1,60}$/;
const NAME = /^[A-Z][A-Za-z]{1,60}$/;

/**
 * Describes an error by its code or class. Never by its message: that of a database client may
 * contain a command with its values.
 */
function describeFailure(error: unknown): string {
  const { errorCode, code, name } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return redact(findText(CODE, errorCode, code) ?? findText(NAME, name) ?? 'Error');
}

function findText(pattern: RegExp, ...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && pattern.test(value));
}

type Tokens = PixClient['tokens'];

/**
 * The checks of an account.
 *
 * @param timeoutMs time limit of each check, in milliseconds
 */
function createAccountChecks(
  client: PixClient,
  timeoutMs: number,
  tokenAnswerMaxAge = 300,
): Record<PixAccountCheck, Check> {
  return {
    tokenEndpoint: () => checkTokenEndpoint(client, timeoutMs, tokenAnswerMaxAge * 1000),
    certificate: () => checkCertificate(client),
    retryBudget: () => checkRetryBudget(client),
    tokenStore: () => client.tokens.checkStore().then(() => UP),
  };
}

/** Milliseconds after a failed token request in which a check reports that failure instead of sending another request. */
const FAILURE_MS = 30_000;

/**
 * Requests a token only if the account holds none, and no request has just failed. Otherwise reports
 * the last answer, if it is recent enough.
 */
async function checkTokenEndpoint(
  { tokens }: PixClient,
  timeoutMs: number,
  maxAgeMs: number,
): Promise<PixHealthDetail> {
  if (!tokens.renewable) return unknown('the account has a fixed token and no token endpoint');
  const previous = tokens.lastResult;
  if (previous?.error !== undefined) {
    const age = systemRuntime.now() - previous.at;
    if (age >= 0 && age < FAILURE_MS) return describeAnswer(previous);
  }
  const failure = await tokens
    .getToken(undefined, { until: systemRuntime.elapsed() + timeoutMs })
    .then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
  if (failure) return { status: 'down', reason: describeFailure(failure.error) };
  const last = tokens.lastResult;
  if (!last) return unknown('a valid token came from the token store; the endpoint was not called');
  if (systemRuntime.now() - last.at <= maxAgeMs) return describeAnswer(last);
  const { lastAnswer } = describeAnswer(last);
  return { ...unknown('the token is valid, and the last answer is too old'), lastAnswer };
}

function describeAnswer({ at, error }: NonNullable<Tokens['lastResult']>): PixHealthDetail {
  const lastAnswer = new Date(at).toISOString();
  if (error === undefined) return { status: 'up', lastAnswer };
  return { status: 'down', reason: describeFailure(error), lastAnswer };
}

function checkCertificate({ certificate, monitor }: PixClient): PixHealthDetail {
  if (!certificate) return unknown('the account has no client certificate');
  const { daysLeft, expiresSoon, notAfter } = certificate;
  const problem = monitor.certificateProblem;
  const details = { daysLeft, expiresSoon, notAfter: notAfter.toISOString() };
  return {
    ...judge(daysLeft >= 0, 'expired', details),
    ...(problem !== undefined && { renewalProblem: problem }),
  };
}

function checkRetryBudget({ monitor }: PixClient): PixHealthDetail {
  const budget = monitor.retryBudget;
  if (!budget) return unknown('calls are not repeated');
  if (budget.capacity === Infinity) return { status: 'up', limited: false };
  const left = Math.floor(budget.left);
  const counts = { left, capacity: budget.capacity };
  return judge(left >= 1, 'no repeat is left: calls fail after one attempt', counts);
}

function unknown(reason: string): PixHealthDetail {
  return { status: 'unknown', reason };
}

/** @param reason why it is down */
function judge(
  isUp: boolean,
  reason: string,
  values: Readonly<Record<string, string | number | boolean>>,
): PixHealthDetail {
  return isUp ? { status: 'up', ...values } : { status: 'down', reason, ...values };
}

/** What is checked of a receiver, or of the workers in a process without one. */
type CheckedReceiver = Pick<ReceiverSettings, 'store' | 'queue'> &
  Partial<Pick<ReceiverSettings, 'reconciler' | 'hasTenants'>>;

/**
 * The checks of a receiver. A check of something that it does not have is absent.
 *
 * @param maxLag in seconds. Default: three times the interval of the reconciler
 */
function createReceiverChecks(
  { store, queue, reconciler, hasTenants = false }: CheckedReceiver,
  maxLag: number | undefined,
): Partial<Record<PixReceiverCheck, Check>> {
  const cursor = reconciler?.cursor;
  return {
    eventStore: () => checkStore(store),
    ...(queue && { queue: () => checkQueue(queue), unopenedEvents: () => checkUnopened(queue) }),
    // Tenants have no cursor, but dead letters.
    ...(reconciler && !hasTenants && { reconciler: () => checkReconciler(reconciler, maxLag) }),
    ...(cursor?.deadLetters && { unreadPix: () => checkUnreadPix(cursor) }),
  };
}

/** No event has this key. */
const HEALTH_KEY = 'nestjs-pix:health';

/** Claims and releases a key, as the receiver does for each event. */
async function checkStore(store: PixEventStore): Promise<PixHealthDetail> {
  const claim = await store.begin(HEALTH_KEY);
  // Another process that checks at the same time may hold it.
  if (claim === 'new') await store.fail(HEALTH_KEY);
  return UP;
}

async function checkQueue(queue: PixEventQueue): Promise<PixHealthDetail> {
  if (!queue.count) return unknown('the queue has no method count');
  const { waiting, running, delayed, deadLetters } = await queue.count();
  return { status: 'up', waiting, running, delayed, deadLetters };
}

/** Counts the queued events that this process could not open: each may be forged. */
async function checkUnopened(queue: PixEventQueue): Promise<PixHealthDetail> {
  const { unopened } = (await queue.count?.()) ?? {};
  if (unopened === undefined) return unknown('the queue does not count them');
  return judge(unopened === 0, 'queued events cannot be opened with encryptionKey', { unopened });
}

/** Counts the listed items that the reconciler could not read: each may be a payment. */
async function checkUnreadPix(cursor: PixReconcilerCursor): Promise<PixHealthDetail> {
  const { length: deadLetters } = (await cursor.deadLetters?.()) ?? [];
  return judge(deadLetters === 0, 'listed Pix could not be read', { deadLetters });
}

/** Compares the cursor, before which every received Pix was handled, with the clock. */
async function checkReconciler(
  { cursor, every }: ReceiverSettings['reconciler'],
  maxLag: number | undefined,
): Promise<PixHealthDetail> {
  const maxLagMs = maxLag === undefined ? every && every * 3 : maxLag * 1000;
  const place = await cursor.load();
  if (!place) return unknown('no run has ended yet');
  const lagMs = Math.max(0, systemRuntime.now() - place.getTime());
  const counts = { lagSeconds: Math.round(lagMs / 1000) };
  return maxLagMs === undefined
    ? { ...unknown('neither reconciler.every nor maxReconcilerLag is set'), ...counts }
    : judge(lagMs <= maxLagMs, 'the cursor is too far behind', counts);
}

/** The checks of a ledger, which share one reading of its tables. */
function createLedgerChecks(
  ledger: PixLedger,
  maxUnsettledAge = 300,
): Record<PixLedgerCheck, Check> {
  const reading = ledger.status();
  // Each check reports it.
  reading.catch(() => undefined);
  return {
    database: () => reading.then(() => UP),
    unsettled: async () => {
      const { unsettled, oldestUnsettled } = await reading;
      const details = { unsettled, oldestSeconds: Math.round(oldestUnsettled) };
      const isRecent = oldestUnsettled <= maxUnsettledAge;
      return judge(isRecent, 'a row has not been settled for too long', details);
    },
    tasks: async () => {
      const { tasks } = await reading;
      return judge(tasks === 0, 'tasks wait for a person', { tasks });
    },
  };
}

/**
 * Health indicator for `@nestjs/terminus`. Reports the state of each component as `up`, `down` or
 * `unknown`. The indicator is `down` if one of the checks in `failOn` is `down`, otherwise `up`.
 *
 * @example
 * ```ts
 * @Get('health')
 * @HealthCheck()
 * check() {
 *   return this.health.check([
 *     () => this.pix.checkAccount('pix'),
 *     () => this.pix.checkReceiver('pixWebhooks'),
 *   ]);
 * }
 * ```
 */
@Injectable()
export class PixHealthIndicator {
  constructor(
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
    @Inject(ModuleRef) private readonly modules: ModuleRef,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
  ) {}

  /**
   * Checks an account: token endpoint, days left of the certificate, retry budget, token store.
   *
   * @param key of the result
   * @throws ConfigurationError if an option is invalid, or the application has no such account
   */
  async checkAccount<const Key extends string>(
    key: Key,
    options: PixAccountHealthOptions = {},
  ): Promise<HealthIndicatorResult<Key>> {
    return this.#check(key, 'checkAccount', options, (timeoutMs) => {
      const client = locatePixClient(this.modules, options.name);
      return createAccountChecks(client, timeoutMs, options.tokenAnswerMaxAge);
    });
  }

  /**
   * Checks a receiver, or the workers of a process without one: event store, queue, lag of the
   * reconciler and Pix that it could not read.
   *
   * @param key of the result
   * @throws ConfigurationError if an option is invalid, or the application has no such receiver
   */
  async checkReceiver<const Key extends string>(
    key: Key,
    options: PixReceiverHealthOptions = {},
  ): Promise<HealthIndicatorResult<Key>> {
    return this.#check(key, 'checkReceiver', options, () =>
      createReceiverChecks(this.#findReceiver(options.name), options.maxReconcilerLag),
    );
  }

  /**
   * Checks a ledger: its tables, the age of the oldest unsettled row, and tasks that wait for a person.
   *
   * @param key of the result
   * @throws ConfigurationError if an option is invalid, or the application has no such ledger
   */
  async checkLedger<const Key extends string>(
    key: Key,
    options: PixLedgerHealthOptions = {},
  ): Promise<HealthIndicatorResult<Key>> {
    return this.#check(key, 'checkLedger', options, () => {
      const { name = 'default', maxUnsettledAge } = options;
      const ledgers = listInstances<PixLedger>(this.discovery, PIX_LEDGERS);
      const ledger = ledgers.find(({ account }) => account === name);
      if (ledger) return createLedgerChecks(ledger, maxUnsettledAge);
      throw new ConfigurationError(`The application has no PixLedgerModule with the name ${name}.`);
    });
  }

  async #check<Key extends string>(
    key: Key,
    method: keyof typeof healthRules,
    options: PixHealthCheckOptions<string>,
    create: (timeoutMs: number) => Readonly<Record<string, Check>>,
  ): Promise<HealthIndicatorResult<Key>> {
    checkOptions(`PixHealthIndicator.${method}`, options, healthRules[method]);
    const checks: Readonly<Record<string, boolean>> = methods[method];
    const { timeout = 3, failOn = Object.keys(checks).filter((name) => checks[name]) } = options;
    const details = await runChecks(create(timeout * 1000), timeout * 1000);
    const isDown = failOn.some((name) => details[name]?.status === 'down');
    const indicator = this.indicators.check(key);
    return isDown ? indicator.down(details) : indicator.up(details);
  }

  #findReceiver(name: string = DEFAULT_RECEIVER): CheckedReceiver {
    const receivers = listInstances<ReceiverSettings>(this.discovery, RECEIVER_SETTINGS);
    const receiver = receivers.find((settings) => settings.name === name);
    if (receiver) return receiver;
    const worker = listInstances<WorkerSettings>(this.discovery, WORKER_SETTINGS).find(
      ({ receivers: handled }) => name === DEFAULT_RECEIVER || handled?.includes(name),
    );
    if (worker) return worker;
    throw new ConfigurationError(
      `The application has no PixWebhookReceiverModule or worker with the name ${name}.`,
    );
  }
}

/** Provides {@link PixHealthIndicator}. Import it next to `TerminusModule`. */
@Module({
  imports: [TerminusModule, DiscoveryModule],
  providers: [PixHealthIndicator],
  exports: [PixHealthIndicator],
})
export class PixHealthModule {}
