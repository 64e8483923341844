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

/** What of a ledger waits. */
export interface PixLedgerStatus {
  /**
   * Commands, notices, payments and readings that are to be settled, without those that wait for a
   * person.
   */
  readonly unsettled: number;
  /** Age of the oldest of them in seconds; 0 if there are none. */
  readonly oldestUnsettled: number;
  /** Tasks that wait for a person. */
  readonly tasks: number;
}

/** The current readings of a ledger. */
export interface PixLedgerReadings extends PixLedgerStatus {
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
  /** Whether it observes at present. An account describes its requests only then. Default: always. */
  isActive?(): boolean;
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
export interface Subscriber extends Partial<Pick<PixTelemetry, 'observe' | 'isActive'>> {
  /** The kinds of activities that it observes. Default: all. */
  readonly kinds?: ReadonlySet<PixActivity['kind']>;
  /** A call has ended, with its error if it failed. */
  ended?(call: PixCallActivity, durationMs: number, error: unknown): void;
  /** A request of a call is sent again. @param cause why the previous one failed */
  repeated?(call: PixCallActivity, number: number, cause: unknown): void;
}

type Observer = Subscriber & Pick<PixTelemetry, 'observe'>;

/** Runs work with an observer, or without one. */
export function observe<T>(
  observer: Pick<PixTelemetry, 'observe'> | undefined,
  activity: PixActivity,
  work: () => Promise<T>,
): Promise<T> {
  return observer ? observer.observe(activity, work) : work();
}

/** How to send a request, and how to describe it. */
export interface Exchange<Response extends ExchangeResponse> {
  readonly send: () => Promise<Response>;
  /** Called once, before the request is sent. */
  readonly describe: (account: PixAccountLabels) => ExchangeFacts;
  readonly findRequestId: (response: Response) => string | undefined;
}

/** What is known of a request before its response. */
export type ExchangeFacts = Omit<PixExchangeActivity, 'status' | 'requestId' | 'responseHeaders'>;

interface ExchangeResponse {
  readonly status: number;
  readonly headers: unknown;
}

/** A request for its subscribers. It reads the headers of its response when one asks, because most do not. */
class ExchangeActivity<Response extends ExchangeResponse> implements PixExchangeActivity {
  readonly kind: PixExchangeActivity['kind'];
  readonly account: PixAccountLabels;
  readonly operation: string;
  readonly httpMethod: string;
  readonly url: string;
  readonly path: string;
  readonly number: number;
  status: number | undefined = undefined;
  readonly #findRequestId: Exchange<Response>['findRequestId'];
  readonly #safeHeaders: readonly string[];
  #response: Response | undefined;

  constructor(
    facts: ExchangeFacts,
    findRequestId: Exchange<Response>['findRequestId'],
    safeHeaders: readonly string[],
  ) {
    // One by one, because Object.assign costs several times as much.
    this.kind = facts.kind;
    this.account = facts.account;
    this.operation = facts.operation;
    this.httpMethod = facts.httpMethod;
    this.url = facts.url;
    this.path = facts.path;
    this.number = facts.number;
    this.#findRequestId = findRequestId;
    this.#safeHeaders = safeHeaders;
  }

  get requestId(): string | undefined {
    return this.#response && this.#findRequestId(this.#response);
  }

  get responseHeaders(): Readonly<Record<string, string>> | undefined {
    const headers = this.#response?.headers as Readonly<Record<string, unknown>> | undefined;
    return headers && copySafeHeaders(headers, this.#safeHeaders);
  }

  receive(response: Response): void {
    this.status = response.status;
    this.#response = response;
  }
}

/**
 * The channel through which the calls and requests of an account reach its subscribers. An account
 * without a subscriber has no channel, so that its calls cost nothing more.
 */
export class AccountChannel {
  readonly #observers: readonly Observer[];

  /**
   * @param subscribers the first one begins first and ends last
   * @param safeHeaders of a response that are safe to show, in addition to common ones
   */
  private constructor(
    readonly account: PixAccountLabels,
    private readonly subscribers: readonly Subscriber[],
    private readonly safeHeaders: readonly string[],
  ) {
    this.#observers = subscribers.filter((each): each is Observer => each.observe !== undefined);
  }

  /** @returns `undefined` without subscribers */
  static open(
    account: PixAccountLabels,
    subscribers: readonly (Subscriber | undefined)[],
    safeHeaders: readonly string[] = [],
  ): AccountChannel | undefined {
    const present = subscribers.filter((subscriber) => subscriber !== undefined);
    return present.length === 0 ? undefined : new AccountChannel(account, present, safeHeaders);
  }

  /** Whether {@link exchange} has more to do than to send a request. */
  get observesRequests(): boolean {
    return this.#observers.some((each) => isObserved(each, 'attempt'));
  }

  /** Runs work and reports it to each observer of its kind. */
  observe<T>(activity: PixActivity, work: () => Promise<T>): Promise<T> {
    return this.#observers.reduceRight<() => Promise<T>>(
      (next, observer) =>
        isObserved(observer, activity.kind) ? () => observer.observe(activity, next) : next,
      work,
    )();
  }

  /** Reports what a call resolved with, before its observers see its end. */
  succeeded(activity: PixCallActivity, durationMs: number, answer: unknown): void {
    activity.outcome = 'success';
    activity.txid ??= toSafeTxid((answer as { readonly txid?: unknown } | undefined)?.txid);
    this.#end(activity, durationMs);
  }

  /** Reports the error of a call, before its observers see its end. */
  failed(activity: PixCallActivity, durationMs: number, error: unknown): void {
    activity.outcome = isPixAPIException(error) && error.resultUnknown ? 'unknown' : 'failure';
    this.#end(activity, durationMs, error);
  }

  /** What a subscriber throws must not change the result of a call. */
  #end(activity: PixCallActivity, durationMs: number, error?: unknown): void {
    for (const subscriber of this.subscribers) {
      try {
        subscriber.ended?.(activity, durationMs, error);
      } catch {
        // There is no other place to report it.
      }
    }
  }

  /** Sends a request. */
  exchange<Response extends ExchangeResponse>(exchange: Exchange<Response>): Promise<Response> {
    const { describe, findRequestId, send } = exchange;
    const activity = new ExchangeActivity(describe(this.account), findRequestId, this.safeHeaders);
    return this.observe(activity, async () => {
      const response = await send();
      activity.receive(response);
      return response;
    });
  }

  repeated(call: PixCallActivity, number: number, cause: unknown): void {
    for (const subscriber of this.subscribers) subscriber.repeated?.(call, number, cause);
  }
}

function isObserved(subscriber: Subscriber, kind: PixActivity['kind']): boolean {
  return (subscriber.kinds?.has(kind) ?? true) && subscriber.isActive?.() !== false;
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
