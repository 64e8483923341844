import { isPixAPIException, type PixAPIException } from '../errors/index.js';
import { sleep, type PixRuntime } from '../runtime/index.js';
import { observe, type AccountTelemetry, type PixReadBackActivity } from '../telemetry/index.js';
import { isStaleConnection } from '../transport/index.js';
import { endOfAttempt, type AttemptProgress } from './attempt-end.js';
import type { AttemptSender } from './attempt.js';
import { delayBefore } from './backoff.js';
import type { CallLimits } from './call-limits.js';
import { outcomeTable, type OutcomeRow } from './outcome.js';
import type { PreparedCall } from './prepare.js';
import type { RetryBudget } from './retry-budget.js';
import { DEFAULT_RETRY, type RetrySettings } from './retry-options.js';
import { buildConflict } from './settlement/conflict.js';
import { settle, type RecordReader } from './settlement/settle.js';
import type { SettlementVerdict } from './settlement/verdict.js';

/** The collaborators of a recovery. */
export interface RecoveryTools {
  readonly sender: AttemptSender;
  readonly runtime: PixRuntime;
  readonly budget: RetryBudget;
  /** Aborts when the client closes. */
  readonly closed: AbortSignal;
  readonly read: RecordReader;
  readonly observers: AccountTelemetry | undefined;
}

/** A failed attempt. */
export interface FailedAttempt {
  readonly error: unknown;
  readonly progress: AttemptProgress;
}

/**
 * The number of reads that return something other than the record before the client gives up. More
 * attempts allow more reads.
 */
const UNREADABLE_READS = 3;

/**
 * Handles a call whose first attempt failed: repeats it where that is safe and, if an attempt may
 * have taken effect, reads the record until the outcome of the whole call is known or cannot be
 * determined.
 */
export class CallRecovery {
  #sent = 1;
  #waits = 0;
  /** The latest attempt that may have taken effect. */
  #unknown: PixAPIException | undefined;
  #staleRepeated = false;

  constructor(
    private readonly tools: RecoveryTools,
    private readonly call: PreparedCall,
    private readonly limits: CallLimits,
    private readonly retry: RetrySettings | false,
  ) {}

  /**
   * @returns the response of a later attempt, or the record as it was read
   * @throws Error of the call, whose `resultUnknown` covers all of its attempts
   */
  async run(first: FailedAttempt): Promise<unknown> {
    let failed = first;
    for (;;) {
      const found = await this.#beforeRepeat(failed);
      if (found !== undefined) return found.record;
      const progress: AttemptProgress = { requested: false, status: undefined };
      this.#sent += 1;
      this.tools.observers?.log?.repeated(this.call.activity, this.#sent, failed.error);
      try {
        const response = await this.tools.sender.send(this.call, this.limits, progress);
        this.tools.budget.earn(true);
        return response;
      } catch (error) {
        failed = { error, progress };
      }
    }
  }

  /**
   * Decides what follows a failed attempt, and waits.
   *
   * @returns the record, when reading it showed that the write took effect; `undefined` to send the call again
   * @throws Error of the call when it ends here
   */
  async #beforeRepeat(failed: FailedAttempt): Promise<{ record: unknown } | undefined> {
    const { error, progress } = failed;
    const row = outcomeTable[endOfAttempt(error, progress)];
    const { repeat } = this.call.plan.operation;
    if (repeat !== 'safe' && row.write === 'unknown' && isPixAPIException(error)) {
      this.#unknown = error;
    }
    const stale = this.#takeStale(error);
    if (this.#unknown === undefined) {
      const mayRepeat = repeat === 'safe' ? row.repeatRead : row.repeatWrite;
      const repeated = mayRepeat && (stale || (this.#mayResend() && (await this.#wait(error))));
      if (!repeated) throw error;
      return undefined;
    }
    return this.#settle(failed, row, stale);
  }

  async #settle(
    { error }: FailedAttempt,
    row: OutcomeRow,
    stale: boolean,
  ): Promise<{ record: unknown } | undefined> {
    if (!this.#canSettle(row, stale)) throw this.#asUnknown(error);
    if (!stale && !(await this.#wait(error))) throw this.#asUnknown(error);
    const verdict = await this.#readBack();
    if (verdict.kind === 'done') return { record: this.#toResponse(verdict.record) };
    if (verdict.kind === 'impossible') throw this.#refusal(error, row, verdict);
    const mayResend = stale || (!this.#requestsLongWait(error) && this.#mayResend());
    if (verdict.kind !== 'send-again' || !mayResend) {
      throw this.#asUnknown(error);
    }
    return undefined;
  }

  #readBack(): Promise<SettlementVerdict> {
    const { account, operation } = this.call.activity;
    const activity: PixReadBackActivity = {
      kind: 'read-back',
      account,
      operation,
      verdict: undefined,
    };
    return observe(this.tools.observers?.telemetry, activity, async () => {
      const verdict = await this.#read();
      activity.verdict = verdict.kind;
      return verdict;
    });
  }

  /** Reads until the response is the record. */
  async #read(): Promise<SettlementVerdict> {
    const most = Math.max(UNREADABLE_READS, this.retry === false ? 0 : this.retry.attempts);
    for (let reads = 1; ; reads += 1) {
      const verdict = await settle(this.call, this.tools.read);
      if (verdict.kind !== 'unreadable') return verdict;
      if (reads >= most || !(await this.#wait(undefined))) return { kind: 'unknown' };
    }
  }

  #canSettle(row: OutcomeRow, stale: boolean): boolean {
    if (this.call.plan.operation.settle === undefined || !row.settle) return false;
    return stale || this.retry !== false;
  }

  /**
   * Whether this is the first failure on a stale connection, which is repeated regardless of the
   * settings.
   */
  #takeStale(error: unknown): boolean {
    if (this.#staleRepeated || !isStaleConnection(error)) return false;
    this.#staleRepeated = true;
    // A stale connection does not count as an attempt.
    this.#sent -= 1;
    return true;
  }

  #mayResend(): boolean {
    return this.retry !== false && this.#sent < this.retry.attempts && this.tools.budget.take();
  }

  /** The settings that limit waits, also when no attempt is repeated. */
  get #settings(): RetrySettings {
    return this.retry === false ? DEFAULT_RETRY : this.retry;
  }

  /** Whether the provider requests a longer wait than the settings allow. */
  #requestsLongWait(error: unknown): boolean {
    return isPixAPIException(error) && Number(error.retryAfter) > this.#settings.maxDelay;
  }

  /** @returns `false` if the call ends before the wait, or the provider requests too long a wait */
  async #wait(error: unknown): Promise<boolean> {
    const { runtime, closed } = this.tools;
    const settings = this.#settings;
    this.#waits += 1;
    const asked = delayBefore(this.#waits, error, settings, runtime);
    // A read may determine the outcome of a write, regardless of the wait that the provider
    // requests before the next write.
    const delay =
      asked ?? (this.#unknown && delayBefore(this.#waits, undefined, settings, runtime));
    if (delay === undefined || runtime.elapsed() + delay >= this.limits.until) return false;
    return sleep(runtime, delay, this.limits.signal, closed);
  }

  #toResponse(record: object | undefined): object | undefined {
    return this.call.plan.operation.responseBody === 'empty' ? undefined : record;
  }

  /** Returns the error of a write that did not take effect and no longer can. */
  #refusal(
    error: unknown,
    row: OutcomeRow,
    verdict: Extract<SettlementVerdict, { kind: 'impossible' }>,
  ): unknown {
    const { operation, name } = this.call.plan;
    const keepsRefusal = row.write === 'refused' && operation.settle?.kind !== 'create';
    if (keepsRefusal) return error;
    const { provider } = this.#unknown ?? {};
    return buildConflict(verdict, { operation: name, provider, cause: error });
  }

  /** Returns the error of a call with an attempt that may have taken effect. */
  #asUnknown(error: unknown): unknown {
    if (!isPixAPIException(error)) {
      return this.#unknown?.withUnknownResult(this.call.plan.lookup) ?? error;
    }
    // An error of the transport does not yet contain how to look up the record.
    const isComplete = error.resultUnknown && error.status !== undefined;
    return isComplete ? error : error.withUnknownResult(this.call.plan.lookup);
  }
}
