/** What follows a failed attempt: another one, a read that settles the outcome, or the error of the call. */
import {
  isPixAPIException,
  isPixErrorOfClass,
  type PixAPIException,
  type PixConflitoException,
} from '../errors/index.js';
import { observe, type AccountChannel, type PixReadBackActivity } from '../observe/index.js';
import { MINUTE_MS, sleep, type PixRuntime } from '../runtime/index.js';
import { isStaleConnection } from '../transport/index.js';
import {
  type AttemptProgress,
  type AttemptSender,
  endOfAttempt,
  isAbsence,
  type OutcomeRow,
  outcomeTable,
} from './attempt.js';
import {
  DEFAULT_RETRY,
  type PixCandidatePeriod,
  type RetryBudget,
  type RetrySettings,
} from './options.js';
import type { PreparedCall } from './prepare.js';
import { readBack, type ReadResult, type RecordReader } from './read-back.js';
import { buildConflict, type KnownRecord } from './record.js';
import { classifyRefusal, decide, showsEffect, type Refusal, type Verdict } from './settle.js';

/** The collaborators of a recovery. */
export interface RecoveryTools {
  readonly sender: AttemptSender;
  readonly runtime: PixRuntime;
  readonly budget: RetryBudget;
  /** Aborts when the client closes. */
  readonly closed: AbortSignal;
  readonly read: RecordReader;
  /** Searches for a record that a create with an identifier of the provider may have left in a period. */
  readonly hasCandidate: (period: PixCandidatePeriod) => Promise<boolean>;
  /** What the client knew about the record before the call. */
  readonly before: KnownRecord | undefined;
  /** What the client knows of the same step that it took before. */
  readonly repeated: KnownRecord | undefined;
  /** Returns the highest revision that the client has received. */
  readonly newest: () => number | undefined;
  readonly channel: AccountChannel | undefined;
}

/** A failed attempt. */
export interface FailedAttempt {
  readonly error: unknown;
  readonly progress: AttemptProgress;
}

/** The shortest wait between two reads. */
const SHORTEST_PAUSE_MS = 50;

/**
 * Handles a call whose first attempt failed: repeats it where that is safe. After a refusal, or an
 * attempt that may have taken effect, it reads the record until the outcome of the whole call is
 * known or its time is over.
 */
export class CallRecovery {
  #sent = 1;
  #waits = 0;
  #reads = 0;
  /** The latest attempt that may have taken effect. */
  #unknown: PixAPIException | undefined;
  /** The latest refusal of the account or its rate after which the call was sent again. */
  #denied: unknown;
  /** Whether an attempt may still reach the provider. */
  #mayArrive = false;
  #staleRepeated = false;
  /** Whether a read showed what was asked for. */
  #wasShown = false;
  /** Instants of the first sending, by `elapsed()` and by `now()`. */
  #sentAt: number | undefined;
  #sentOn: number | undefined;
  /** Instants of the end of the latest attempt, and of the begin of the latest read. */
  #endedAt = 0;
  #readAt = -Infinity;
  constructor(
    private readonly tools: RecoveryTools,
    private readonly call: PreparedCall,
  ) {}

  /**
   * @returns the response of a later attempt, or the record as it was read
   * @throws Error of the call, whose `resultUnknown` covers all of its attempts
   */
  async run(first: FailedAttempt): Promise<unknown> {
    let failed = first;
    for (;;) {
      const found = await this.#beforeRepeat(failed);
      if (found !== undefined) {
        return this.call.plan.operation.responseBody === 'empty' ? undefined : found.record;
      }
      const progress: AttemptProgress = { requested: false, status: undefined };
      this.#sent += 1;
      this.tools.channel?.repeated(this.call.activity, this.#sent, failed.error);
      try {
        const response = await this.tools.sender.send(this.call, progress);
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
  async #beforeRepeat({ error, progress }: FailedAttempt): Promise<Found | undefined> {
    // A success can already show that its record cannot be used.
    if (isPixErrorOfClass(error, 'PixConflitoException')) throw error;
    const row = outcomeTable[endOfAttempt(error, progress)];
    const { settle } = this.call.plan.operation;
    const refusal = this.#classify(error, row);
    this.#record(error, progress, row, refusal);
    const stale = this.#takeStale(error);
    if (this.#unknown !== undefined || refusal !== 'none') {
      if (settle === undefined) throw await this.#judgeRefusal(error, refusal);
      return this.#settle(error, row, refusal, stale);
    }
    const mayRepeat = this.#mayRepeat(row);
    if (mayRepeat && (stale || (this.#mayResend() && (await this.#wait(error))))) return undefined;
    // A limit that ends the call can be the answer to a second delivery, as any refusal.
    if (this.#denied === undefined || settle === undefined) throw error;
    return this.#settle(this.#denied, row, 'denied', stale);
  }

  /** Whether a call that had no effect is repeated. A step counts each time, and a gateway may have delivered it. */
  #mayRepeat({ write, repeatRead, repeatWrite }: OutcomeRow): boolean {
    const { repeat, settle } = this.call.plan.operation;
    if (repeat === 'safe') return repeatRead;
    return repeatWrite && !(write === 'refused' && settle?.kind === 'step');
  }

  /** Records when an attempt ended, and whether it may have taken effect. */
  #record(
    error: unknown,
    { sentAt, sentOn, denied }: AttemptProgress,
    row: OutcomeRow,
    refusal: Refusal,
  ): void {
    this.#sentAt ??= sentAt;
    this.#sentOn ??= sentOn;
    this.#denied = row.write === 'refused' ? error : (denied ?? this.#denied);
    this.#endedAt = this.tools.runtime.elapsed();
    const isWrite = this.call.plan.operation.repeat !== 'safe';
    if (!isWrite || refusal !== 'none' || row.write !== 'unknown') return;
    if (isPixAPIException(error)) this.#unknown = error;
    this.#mayArrive ||= row.mayArrive === true;
  }

  #classify(error: unknown, row: OutcomeRow): Refusal {
    if (row.refusal !== true || !isPixAPIException(error)) return 'none';
    const { operation } = this.call.plan;
    if (operation.repeat === 'safe') return 'none';
    // Without a record to read or to search for, only some statuses are known to be refusals.
    const mayFind = operation.settle ?? operation.candidates;
    if (mayFind === undefined && row.write === 'unknown') return 'none';
    const isMissing = isAbsence(error) || error.status === 410;
    const refusal = classifyRefusal(this.call.plan, error, isMissing);
    const isOnly = this.#unknown === undefined && !this.#mayArrive;
    return refusal === 'denied' && !isOnly ? 'stateful' : refusal;
  }

  /** Returns the error of a refused create whose identifier the provider chooses. */
  async #judgeRefusal(error: unknown, refusal: Refusal): Promise<unknown> {
    const { candidates } = this.call.plan.operation;
    if (refusal === 'none') return this.#asUnknown(error);
    const isCertain = refusal === 'stateless' || refusal === 'denied';
    if (isCertain || candidates === undefined) return error;
    const period = this.#findPeriod(error);
    const isExcluded =
      this.call.limits.retry !== false &&
      (await this.#pause(this.call.plan.readLag)) &&
      !(await this.tools.hasCandidate(period).catch(() => true));
    return isExcluded ? error : this.#asUnknown(error);
  }

  /** Returns the time of the call with a minute around it, by the clock of the provider if its answer has one. */
  #findPeriod(error: unknown): PixCandidatePeriod {
    const dated = isPixAPIException(error) ? Date.parse(error.responseHeaders?.date ?? '') : NaN;
    const now = Number.isNaN(dated) ? this.tools.runtime.now() : dated;
    return {
      inicio: new Date(now - this.#sinceSent() - MINUTE_MS),
      fim: new Date(now + MINUTE_MS),
    };
  }

  async #settle(
    error: unknown,
    row: OutcomeRow,
    first: Refusal,
    stale: boolean,
  ): Promise<Found | undefined> {
    let refusal = first;
    if (!this.#mayRead(row, stale)) throw refusal === 'stateless' ? error : this.#asUnknown(error);
    // After a refusal there is nothing to wait for but the lag of a replica.
    let reads = refusal !== 'none' || stale || (await this.#wait(error));
    while (reads) {
      const { verdict, result, isOver } = await this.#readBack(refusal);
      if (verdict === 'done') return { record: result.record };
      if (verdict === 'send') {
        if (this.#maySend(error, stale)) return undefined;
        // A limit that ends the call refuses its latest attempt.
        if (row.write === 'refused') refusal = 'stateful';
        else if (isOver) break;
      } else if (verdict !== 'read') throw this.#toError(verdict, error, result);
      reads = await this.#waitToRead();
    }
    throw this.#asUnknown(error);
  }

  #mayRead(row: OutcomeRow, stale: boolean): boolean {
    return row.settle && (stale || this.call.limits.retry !== false);
  }

  #maySend(error: unknown, stale: boolean): boolean {
    // The provider may request a longer wait than the settings allow.
    const asked = isPixAPIException(error) ? Number(error.retryAfter) : 0;
    return stale || (!(asked > this.#settings.maxDelay) && this.#mayResend());
  }

  #toError(verdict: Verdict, error: unknown, result: ReadResult): unknown {
    if (verdict === 'conflict') return this.#toConflict(error, result);
    return verdict === 'refused' ? error : this.#asUnknown(error);
  }

  /** Reads the record once, and decides. `isOver`: a read shows everything that was sent. */
  async #readBack(refusal: Refusal) {
    const { account, operation: name } = this.call.activity;
    const { channel, before, repeated } = this.tools;
    const { operation } = this.call.plan;
    const { settle: settlement } = operation;
    if (settlement === undefined) throw new Error('An operation without a record is not read.');
    const { params = {}, body } = this.call.input;
    const sinceSent = this.#sinceSent();
    const isSettled = this.tools.runtime.elapsed() - this.#endedAt >= this.call.plan.readLag;
    const state = {
      kind: settlement.kind,
      refusal,
      mayArrive: this.#mayArrive,
      isFresh: sinceSent >= this.call.plan.readLag,
      isSettled,
      isKnown: before !== undefined,
      wasShown: this.#wasShown,
    };
    const knowledge = {
      sinceSent,
      measure: () => this.#untilNow(),
      isSettled,
      before,
      repeated,
      newest: this.tools.newest(),
    };
    this.#readAt = this.tools.runtime.elapsed();
    const activity: PixReadBackActivity = {
      kind: 'read-back',
      account,
      operation: name,
      verdict: undefined,
      differences: undefined,
    };
    return observe(channel, activity, async () => {
      const sent = { operation, settlement, params, body };
      const result = await readBack(sent, this.tools.read, knowledge);
      const verdict = decide(state, result.evidence);
      this.#wasShown ||= showsEffect(settlement.kind, result.evidence);
      activity.verdict = verdict;
      activity.differences = result.differences;
      return { verdict, result, isOver: state.isSettled && !state.mayArrive };
    });
  }

  /** Milliseconds since the first sending. */
  #sinceSent(): number {
    const now = this.tools.runtime.elapsed();
    return now - (this.#sentAt ?? now);
  }

  /** The same with the pauses of the machine, in which the clock of `elapsed()` may stop. */
  #untilNow(): number {
    const now = this.tools.runtime.now();
    return Math.max(this.#sinceSent(), now - (this.#sentOn ?? now));
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
    return (
      this.call.limits.retry !== false &&
      this.#sent < this.call.limits.retry.attempts &&
      this.tools.budget.take()
    );
  }

  /** The settings that limit waits, also when no attempt is repeated. */
  get #settings(): RetrySettings {
    return this.call.limits.retry === false ? DEFAULT_RETRY : this.call.limits.retry;
  }

  /** @returns `false` if the call ends before the wait, or the provider requests too long a wait */
  async #wait(error: unknown): Promise<boolean> {
    const { runtime } = this.tools;
    this.#waits += 1;
    const asked = delayBefore(this.#waits, error, this.#settings, runtime);
    // A read may determine the outcome of a write, regardless of the wait that the provider
    // requests before the next write.
    const delay =
      asked ?? (this.#unknown && delayBefore(this.#waits, undefined, this.#settings, runtime));
    return delay !== undefined && this.#pause(delay);
  }

  /**
   * Waits before another read, but not beyond the instant at which a read shows everything that was
   * sent so far.
   */
  #waitToRead(): Promise<boolean> {
    const { runtime } = this.tools;
    this.#reads += 1;
    const grown = delayBefore(this.#reads, undefined, DEFAULT_RETRY, runtime) ?? 0;
    const delay = Math.max(grown, SHORTEST_PAUSE_MS);
    const now = runtime.elapsed();
    const instants = [this.#sentAt ?? now, this.#endedAt].map((at) => at + this.call.plan.readLag);
    const open = instants.filter((at) => at > this.#readAt).map((at) => Math.max(at - now, 0));
    return this.#pause(Math.min(delay, ...open));
  }

  /** @returns `false` if the call ends before */
  async #pause(ms: number): Promise<boolean> {
    const { runtime, closed } = this.tools;
    if (runtime.elapsed() + ms >= this.call.limits.until) return false;
    return sleep(runtime, Math.ceil(ms), this.call.limits.signal, closed);
  }

  /** Returns the error of a write whose identifier another record has, or one that has ended. */
  #toConflict(error: unknown, result: ReadResult): PixConflitoException {
    const { part = {}, evidence, money = [], differences = [] } = result;
    const isEcho = evidence.kind === 'record' && evidence.match === 'unclear';
    const differing = isEcho ? differences : money;
    const ended = evidence.kind === 'record' && evidence.hasEnded;
    const fields = [...(ended && !money.includes('status') ? ['status'] : []), ...differing];
    const { operation, provider } = this.call.plan.context;
    return buildConflict(part, fields, { operation, provider, cause: error });
  }

  /** Returns the error of a call with an attempt that may have taken effect. */
  #asUnknown(error: unknown): unknown {
    if (!isPixAPIException(error)) {
      return this.#unknown?.withUnknownResult(this.call.plan.context.lookup) ?? error;
    }
    // An error of the transport does not yet contain how to look up the record.
    const isComplete = error.resultUnknown && error.status !== undefined;
    return isComplete ? error : error.withUnknownResult(this.call.plan.context.lookup);
  }
}

/** A record as it was read. */
interface Found {
  readonly record: unknown;
}

/**
 * Returns the wait before a repeat, in milliseconds: a random time up to a limit that doubles with
 * each repeat (full jitter), so that clients that failed at the same time do not repeat at the same
 * time. The provider's requested wait is added.
 *
 * @param repeat number of the repeat, from 1
 * @returns `undefined` if the provider requests a longer wait than the settings allow
 */
export function delayBefore(
  repeat: number,
  error: unknown,
  { baseDelay, maxDelay }: RetrySettings,
  runtime: PixRuntime,
): number | undefined {
  const jitter = Math.min(baseDelay * 2 ** (repeat - 1), maxDelay) * runtime.random();
  const asked = isPixAPIException(error) ? (error.retryAfter ?? 0) : 0;
  return asked > maxDelay ? undefined : (asked + jitter) * 1000;
}
