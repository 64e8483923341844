import { copySafeHeaders, isPixAPIException, redact } from '../errors/index.js';
import type {
  PixAccountLabels,
  PixActivity,
  PixCallActivity,
  PixEventCount,
  PixExchangeActivity,
} from './activities.js';

/** The current readings of an account. */
export interface PixAccountReadings {
  /** Whole days until the client certificate expires; `undefined` without a certificate. */
  readonly certificateDaysLeft: number | undefined;
  /** The number of calls in flight. */
  readonly inFlight: number;
  /** The repeats that are left; `undefined` if calls are not repeated or the number is not limited. */
  readonly retryBudgetLeft: number | undefined;
}

/** The current readings of a ledger. */
export interface PixLedgerReadings {
  readonly unsettled: number;
  /** In seconds. */
  readonly oldestUnsettled: number;
  readonly tasks: number;
  /** The difference to the bank in the last books of each account, in BRL. */
  readonly differences: ReadonlyMap<string, number>;
}

/**
 * Observes client and receiver. `openTelemetry()` of `nestjs-pix/opentelemetry` implements it. An
 * implementation must not throw, and must not change what the work returns or throws.
 */
export interface PixTelemetry {
  /**
   * Runs the work once and returns its promise. Work within it, such as the attempts of a call, runs
   * in its asynchronous context.
   */
  observe<T>(activity: PixActivity, work: () => Promise<T>): Promise<T>;
  /** Counts an event that the receiver has passed on. */
  countEvent(event: PixEventCount): void;
  /** Returns the current trace context as fields for the queue; `undefined` without one. */
  injectTrace(): Record<string, string> | undefined;
  /**
   * Reads an account when metrics are collected.
   *
   * @param readings must be referenced weakly: an account that nobody uses disappears
   * @returns ends it
   */
  watchAccount(account: PixAccountLabels, readings: PixAccountReadings): () => void;
  /**
   * Reads a ledger when metrics are collected.
   *
   * @returns ends it
   */
  watchLedger?(account: string, read: () => Promise<PixLedgerReadings>): () => void;
}

/** Injection token of the `PixTelemetry` of an application; the same for every copy of the library. */
export const PIX_TELEMETRY = Symbol.for('nestjs-pix.telemetry');

/** What subscribes to the activities of an account: log, hooks, `PixTelemetry`. */
export interface Subscriber extends Pick<PixTelemetry, 'observe'> {
  /** The kinds of activities that it receives. Default: all. */
  readonly kinds?: ReadonlySet<PixActivity['kind']>;
  /** A request of a call is sent again. @param cause why the previous one failed */
  repeated?(call: PixCallActivity, number: number, cause: unknown): void;
}

/** Runs work with an observer, or without one. */
export function observe<T>(
  observer: Subscriber | undefined,
  activity: PixActivity,
  work: () => Promise<T>,
): Promise<T> {
  return observer ? observer.observe(activity, work) : work();
}

/** How to send a request, and how to describe it. */
export interface Exchange<Response extends ExchangeResponse> {
  readonly send: () => Promise<Response>;
  /** Called only if there is a subscriber. */
  readonly describe: (account: PixAccountLabels) => PixExchangeActivity;
  readonly findRequestId: (response: Response) => string | undefined;
}

interface ExchangeResponse {
  readonly status: number;
  readonly headers: unknown;
}

/**
 * The channel through which the calls and requests of an account reach its subscribers. An account
 * without a subscriber has no channel, so that its calls cost nothing more.
 */
export class AccountChannel implements Subscriber {
  /**
   * @param subscribers the first one begins first and ends last
   * @param safeHeaders of a response that are safe to show, in addition to common ones
   */
  private constructor(
    readonly account: PixAccountLabels,
    private readonly subscribers: readonly Subscriber[],
    private readonly safeHeaders: readonly string[],
  ) {}

  /** @returns `undefined` without subscribers */
  static open(
    account: PixAccountLabels,
    subscribers: readonly (Subscriber | undefined)[],
    safeHeaders: readonly string[] = [],
  ): AccountChannel | undefined {
    const present = subscribers.filter((subscriber) => subscriber !== undefined);
    return present.length === 0 ? undefined : new AccountChannel(account, present, safeHeaders);
  }

  /** Runs work and reports it to each subscriber of its kind. */
  observe<T>(activity: PixActivity, work: () => Promise<T>): Promise<T> {
    return this.#of(activity.kind).reduceRight<() => Promise<T>>(
      (next, subscriber) => () => subscriber.observe(activity, next),
      work,
    )();
  }

  /** Runs a call, with its outcome in the activity before subscribers see its end. */
  call<T>(activity: PixCallActivity, work: () => Promise<T>): Promise<T> {
    return this.observe(activity, async () => {
      let answer: T;
      try {
        answer = await work();
      } catch (error) {
        activity.outcome = isPixAPIException(error) && error.resultUnknown ? 'unknown' : 'failure';
        throw error;
      }
      activity.outcome = 'success';
      activity.txid ??= toSafeTxid((answer as { readonly txid?: unknown } | undefined)?.txid);
      return answer;
    });
  }

  /** Sends a request. */
  exchange<Response extends ExchangeResponse>(exchange: Exchange<Response>): Promise<Response> {
    if (this.#of('attempt').length === 0) return exchange.send();
    const activity = exchange.describe(this.account);
    return this.observe(activity, async () => {
      const response = await exchange.send();
      activity.status = response.status;
      activity.requestId = exchange.findRequestId(response);
      const headers = response.headers as Readonly<Record<string, unknown>>;
      // Copied when a subscriber reads them, because most do not.
      const get = () => copySafeHeaders(headers, this.safeHeaders);
      Object.defineProperty(activity, 'responseHeaders', { get });
      return response;
    });
  }

  repeated(call: PixCallActivity, number: number, cause: unknown): void {
    for (const subscriber of this.subscribers) subscriber.repeated?.(call, number, cause);
  }

  #of(kind: PixActivity['kind']): readonly Subscriber[] {
    return this.subscribers.filter(({ kinds }) => kinds?.has(kind) ?? true);
  }
}

/** Letters and digits, at most 35 (BCB schema `TxId`; shorter ones come from static QR codes). */
const TXID = /^[a-zA-Z0-9]{1,35}$/;

/**
 * Returns a txid for observers; `undefined` for any other value, which a provider may have sent in
 * its place. A payer may use a CPF as the txid of a static QR code, so it is redacted.
 */
export function toSafeTxid(value: unknown): string | undefined {
  return typeof value === 'string' && TXID.test(value) ? redact(value) : undefined;
}
