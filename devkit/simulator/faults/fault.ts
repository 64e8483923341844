/**
 * Where a fault applies: an operation by name (`PUT /cob/{txid}`) or id (`cob.createWithTxid`), a
 * family (`cob`), every operation (`api`), the token endpoint (`token`), or webhook deliveries of
 * all kinds or of one kind (`delivery`, `delivery:pix`, `delivery:rec`, `delivery:cobr`).
 */
export type FaultTarget = string;

/**
 * Selects the requests that a fault applies to. The same sequence of requests always gives the same
 * selection.
 */
export interface FaultSelection {
  /** Targets of the fault. Default: `api`, or `delivery` for faults of deliveries. */
  on?: FaultTarget | readonly FaultTarget[];
  /**
   * Values of path parameters, to apply the fault to one record only: `{ txid: '…' }`. Default:
   * any.
   */
  params?: Readonly<Record<string, string>>;
  /** Number of matching requests to skip first. Default: 0. */
  skip?: number;
  /** Number of requests to apply the fault to. Default: 1, or `always` with a {@link rate}. */
  count?: number | 'always';
  /**
   * Share of the matching requests to apply the fault to, from 0 to 1, drawn at random from
   * {@link seed}. Default: 1.
   */
  rate?: number;
  /**
   * Seed of the random draws, an integer from 0 to 2³² - 1. The same seed gives the same requests
   * and latencies. Default: 1.
   */
  seed?: number;
}

/**
 * When a fault applies. `before`: instead of the operation, which then has no effect. `after`:
 * after the operation has taken effect, so that for example a charge exists and the client has no
 * response for it. A call that the simulator refuses has no effect, and an `after` fault does not
 * apply to it.
 */
export type FaultMoment = 'before' | 'after';

/** Delays the response, by the machine's clock. */
interface LatencyFault {
  kind: 'latency';
  /** Milliseconds: one number, or a range to draw from. */
  ms: number | readonly [min: number, max: number];
  /** Default: `before`. */
  when?: FaultMoment;
}

/**
 * Resets the TCP connection: before the response (`head`), or in the middle of its body (`body`).
 */
interface ResetFault {
  kind: 'reset';
  /** Default: `head`. */
  at?: 'head' | 'body';
  /** Default: `before`, or `after` with `at: 'body'`. */
  when?: FaultMoment;
}

/** Sends no response and keeps the connection open. */
interface HangFault {
  kind: 'hang';
  /** Default: `before`. */
  when?: FaultMoment;
}

/**
 * Replaces the body of a success: half of the JSON, JSON of another shape, HTML, or an empty body.
 */
interface CorruptBodyFault {
  kind: 'truncate' | 'wrong-json' | 'html' | 'empty';
  /** HTTP status. Default: the success status of the operation. */
  status?: number;
  /** Default: `after`. */
  when?: FaultMoment;
}

/** Sends a response with a chosen status, headers and body. */
export interface StatusFault {
  kind: 'status';
  /** From 200 to 599. */
  status: number;
  headers?: Readonly<Record<string, string>>;
  /**
   * A text is sent unchanged, any other value as JSON. Default: an RFC 7807 problem, or empty for a
   * status below 400.
   */
  body?: unknown;
  /** Default: `before`. */
  when?: FaultMoment;
}

/** Sends 429 with `Retry-After`. */
interface RateLimitFault {
  kind: 'rate-limit';
  /** Seconds, or an HTTP date. Default: 1. */
  retryAfter?: number | string;
  /** Default: `before`. */
  when?: FaultMoment;
}

/** Revokes every access token: `before` the call, which then fails with 401, or `after` it. */
interface RevokeTokensFault {
  kind: 'revoke-tokens';
  /** Default: `before`. */
  when?: FaultMoment;
}

/** Records a webhook delivery without sending it. */
interface LoseFault {
  kind: 'lose';
}

/** Sends a webhook delivery several times, with any response of the receiver. */
interface DuplicateFault {
  kind: 'duplicate';
  /** Total number of deliveries, from 2 to 100. Default: 2. */
  times?: number;
}

/**
 * Delays a webhook delivery, by the simulator's clock, so that a later delivery can arrive before
 * it.
 */
interface DelayFault {
  kind: 'delay';
  /** Milliseconds. */
  ms: number;
}

/** A fault of a call or of the token endpoint. */
export type AnswerFault =
  | LatencyFault
  | ResetFault
  | HangFault
  | CorruptBodyFault
  | StatusFault
  | RateLimitFault
  | RevokeTokensFault;

/** A fault of a webhook delivery. */
export type DeliveryFault = LoseFault | DuplicateFault | DelayFault;

/** A fault and the requests that it applies to: the parameter of `control.faults.add`. */
export type FaultRule = FaultSelection & (AnswerFault | DeliveryFault);

/** An added fault with its counts. */
export interface Fault {
  readonly id: number;
  readonly rule: FaultRule;
  /** Number of requests that it matched. */
  readonly seen: number;
  /** Number of requests that it was applied to. */
  readonly struck: number;
  /** Whether it has reached its `count` and no longer applies. */
  readonly spent: boolean;
}
