import { isPixAPIException } from '../errors/index.js';
import type { AccountTelemetry } from './account-telemetry.js';
import type { PixCallActivity } from './activities.js';
import { observe } from './pix-telemetry.js';
import { toSafeTxid } from './safe-txid.js';

/** Runs a call and reports it to the observers of the account. */
export async function observeCall<T>(
  observers: AccountTelemetry | undefined,
  activity: PixCallActivity,
  work: () => Promise<T>,
): Promise<T> {
  if (!observers?.log && !observers?.telemetry) return work();
  const { telemetry, log, elapsed } = observers;
  const began = log ? elapsed() : 0;
  let answer: T;
  try {
    answer = await observe(telemetry, activity, () => setOutcome(activity, work));
  } catch (error) {
    log?.ended(activity, elapsed() - began, error);
    throw error;
  }
  log?.ended(activity, elapsed() - began, undefined);
  return answer;
}

/** Sets the outcome before the observed work ends. */
async function setOutcome<T>(activity: PixCallActivity, work: () => Promise<T>): Promise<T> {
  let answer: T;
  try {
    answer = await work();
  } catch (error) {
    activity.outcome = isPixAPIException(error) && error.resultUnknown ? 'unknown' : 'failure';
    throw error;
  }
  activity.outcome = 'success';
  activity.txid ??= readTxid(answer);
  return answer;
}

function readTxid(answer: unknown): string | undefined {
  return toSafeTxid(((answer ?? {}) as { readonly txid?: unknown }).txid);
}
