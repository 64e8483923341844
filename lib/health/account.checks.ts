import type { PixClient } from '../resources/index.js';
import type { PixRuntime } from '../runtime/index.js';
import type { PixAccountCheck } from './pix-health.options.js';
import { describeFailure, type Check, type PixHealthDetail } from './run-checks.js';

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
    status: daysLeft < 0 ? 'down' : 'up',
    ...(daysLeft < 0 && { reason: 'expired' }),
    daysLeft,
    expiresSoon,
    notAfter: notAfter.toISOString(),
    ...(problem !== undefined && { renewalProblem: problem }),
  };
}

function checkRetryBudget({ monitor }: PixClient): PixHealthDetail {
  const budget = monitor.retryBudget;
  if (!budget) return unknown('calls are not repeated');
  if (budget.capacity === Infinity) return { status: 'up', limited: false };
  const left = Math.floor(budget.left);
  const counts = { left, capacity: budget.capacity };
  return left >= 1
    ? { status: 'up', ...counts }
    : { status: 'down', reason: 'no repeat is left: calls fail after one attempt', ...counts };
}

function unknown(reason: string): PixHealthDetail {
  return { status: 'unknown', reason };
}
