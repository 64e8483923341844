import { redact } from '../errors/index.js';
import type { PixLedger } from '../ledger/index.js';
import type {
  PixEventQueue,
  PixEventStore,
  PixReconcilerCursor,
  ReceiverSettings,
} from '../receiver/index.js';
import type { PixClient } from '../resources/index.js';
import { within, type PixRuntime } from '../runtime/index.js';
import type { PixAccountCheck, PixLedgerCheck, PixReceiverCheck } from './pix-health.options.js';

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

export type Check = () => PixHealthDetail | Promise<PixHealthDetail>;

/**
 * Runs all checks at the same time.
 *
 * @param ms time limit of each check, in milliseconds
 * @returns the states by name; a check that throws is `down`. Never rejects
 */
export async function runChecks<Name extends string>(
  checks: Readonly<Record<Name, Check>>,
  ms: number,
  runtime: PixRuntime,
): Promise<Record<Name, PixHealthDetail>> {
  const names = Object.keys(checks) as Name[];
  const details = await Promise.all(names.map((name) => run(checks[name], ms, runtime)));
  return Object.fromEntries(names.map((name, index) => [name, details[index]])) as Record<
    Name,
    PixHealthDetail
  >;
}

async function run(check: Check, ms: number, runtime: PixRuntime): Promise<PixHealthDetail> {
  try {
    return await within(runtime, ms, 'The check', (async () => check())());
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

export interface AccountCheckSettings {
  readonly runtime: PixRuntime;
  /** Time limit of each check, in milliseconds. */
  readonly timeoutMs: number;
  readonly tokenAnswerMaxAgeMs: number;
}

/** The checks of an account. */
export function createAccountChecks(
  client: PixClient,
  settings: AccountCheckSettings,
): Record<PixAccountCheck, Check> {
  return {
    tokenEndpoint: () => checkTokenEndpoint(client, settings),
    certificate: () => checkCertificate(client),
    retryBudget: () => checkRetryBudget(client),
    tokenStore: async () => {
      await client.tokens.checkStore();
      return { status: 'up' };
    },
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
  { runtime, timeoutMs, tokenAnswerMaxAgeMs }: AccountCheckSettings,
): Promise<PixHealthDetail> {
  if (!tokens.renewable) return unknown('the account has a fixed token and no token endpoint');
  const previous = tokens.lastResult;
  if (previous?.error !== undefined) {
    const age = runtime.now() - previous.at;
    if (age >= 0 && age < FAILURE_MS) return describeAnswer(previous);
  }
  const failure = await tokens.getToken(undefined, { until: runtime.elapsed() + timeoutMs }).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  if (failure) return { status: 'down', reason: describeFailure(failure.error) };
  const last = tokens.lastResult;
  if (!last) return unknown('a valid token came from the token store; the endpoint was not called');
  if (runtime.now() - last.at <= tokenAnswerMaxAgeMs) return describeAnswer(last);
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
  return {
    ...judge(daysLeft >= 0, 'expired', {
      daysLeft,
      expiresSoon,
      notAfter: notAfter.toISOString(),
    }),
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

export interface ReceiverCheckSettings {
  readonly runtime: PixRuntime;
  /** In milliseconds. Default: three times the interval of the reconciler. */
  readonly maxLagMs: number | undefined;
}

/** What is checked of a receiver, or of the workers in a process without one. */
export interface CheckedReceiver {
  readonly store: PixEventStore;
  readonly queue: PixEventQueue | undefined;
  readonly reconciler: ReceiverSettings['reconciler'] | undefined;
  /** Stores the dead letters of the reconciler, also those of tenants. */
  readonly cursor: PixReconcilerCursor | undefined;
}

/** The checks of a receiver. A check of something that it does not have is absent. */
export function createReceiverChecks(
  { store, queue, reconciler, cursor }: CheckedReceiver,
  settings: ReceiverCheckSettings,
): Partial<Record<PixReceiverCheck, Check>> {
  return {
    eventStore: () => checkStore(store),
    ...(queue && { queue: () => checkQueue(queue) }),
    ...(reconciler && { reconciler: () => checkReconciler(reconciler, settings) }),
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
  return { status: 'up' };
}

async function checkQueue(queue: PixEventQueue): Promise<PixHealthDetail> {
  if (!queue.count) return unknown('the queue has no method count');
  const { waiting, running, delayed, deadLetters } = await queue.count();
  return { status: 'up', waiting, running, delayed, deadLetters };
}

/** Counts the listed items that the reconciler could not read: each may be a payment. */
async function checkUnreadPix(cursor: PixReconcilerCursor): Promise<PixHealthDetail> {
  const { length: deadLetters } = (await cursor.deadLetters?.()) ?? [];
  return judge(deadLetters === 0, 'listed Pix could not be read', { deadLetters });
}

/** Compares the cursor, before which every received Pix was handled, with the clock. */
async function checkReconciler(
  { cursor, every }: ReceiverSettings['reconciler'],
  { runtime, maxLagMs = every && every * 3 }: ReceiverCheckSettings,
): Promise<PixHealthDetail> {
  const place = await cursor.load();
  if (!place) return unknown('no run has ended yet');
  const lagMs = Math.max(0, runtime.now() - place.getTime());
  const counts = { lagSeconds: Math.round(lagMs / 1000) };
  return maxLagMs === undefined
    ? { ...unknown('neither reconciler.every nor maxReconcilerLag is set'), ...counts }
    : judge(lagMs <= maxLagMs, 'the cursor is too far behind', counts);
}

/** The checks of a ledger, which share one reading of its tables. */
export function createLedgerChecks(
  ledger: PixLedger,
  maxUnsettledAge = 300,
): Record<PixLedgerCheck, Check> {
  const reading = ledger.status();
  // Each check reports it.
  reading.catch(() => undefined);
  return {
    database: async () => {
      await reading;
      return { status: 'up' };
    },
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
