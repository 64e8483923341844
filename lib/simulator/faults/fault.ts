/**
 * Where a fault strikes: an operation by name (`PUT /cob/{txid}`) or id (`cob.createWithTxid`), a family (`cob`), every
 * operation (`api`), the token endpoint (`token`), or the deliveries of webhooks, of all kinds or of one
 * (`delivery`, `delivery:pix`, `delivery:rec`, `delivery:cobr`).
 */
export type FaultTarget = string;

/** Which of the requests that it matches a fault strikes. A run with the same requests strikes the same ones. */
export interface FaultSelection {
  /** Default: `api`. */
  on?: FaultTarget | readonly FaultTarget[];
  /** Values of path parameters, to strike one record alone: `{ txid: '…' }`. */
  params?: Readonly<Record<string, string>>;
  /** How many requests to let by first. Default: 0. */
  skip?: number;
  /** How often it strikes. Default: once, or `always` with a {@link rate}. */
  count?: number | 'always';
  /** Share of the requests to strike, from 0 to 1, drawn by {@link seed}. Default: 1. */
  rate?: number;
  /** A whole number; the same one draws the same requests and the same latencies. Default: 1. */
  seed?: number;
}

/**
 * `before`: instead of the operation, which has no effect. `after`: once the operation has taken its effect, so that
 * the client does not hear of a charge that exists; a call that the simulator refuses has no effect and is let by.
 */
export type FaultMoment = 'before' | 'after';

/** The answer comes late, by the machine's clock; one number, or a range to draw from. In milliseconds. */
interface LatencyFault {
  kind: 'latency';
  ms: number | readonly [min: number, max: number];
  /** Default: `before`. */
  when?: FaultMoment;
}

/** A TCP reset: with no byte of an answer (`head`), or in the middle of its body (`body`). */
interface ResetFault {
  kind: 'reset';
  /** Default: `head`. */
  at?: 'head' | 'body';
  /** Default: `before`, or `after` in the middle of a body. */
  when?: FaultMoment;
}

/** No answer, on a connection that stays open. */
interface HangFault {
  kind: 'hang';
  /** Default: `before`. */
  when?: FaultMoment;
}

/** The success answer with its body spoiled: JSON cut in half, or JSON of another shape, HTML, nothing. */
interface SpoiledFault {
  kind: 'truncate' | 'wrong-json' | 'html' | 'empty';
  /** Default: the operation's own. */
  status?: number;
  /** Default: `after`. */
  when?: FaultMoment;
}

/** Any answer. */
export interface StatusFault {
  kind: 'status';
  /** From 200 to 599. */
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. Default: an RFC 7807 problem, or nothing below 400. */
  body?: unknown;
  /** Default: `before`. */
  when?: FaultMoment;
}

/** 429 with `Retry-After`. */
interface RateLimitFault {
  kind: 'rate-limit';
  /** Seconds, or an HTTP date. Default: 1. */
  retryAfter?: number | string;
  /** Default: `before`. */
  when?: FaultMoment;
}

/** Every access token becomes worthless: before the call, which is then a 401, or after it. */
interface RevokeTokensFault {
  kind: 'revoke-tokens';
  /** Default: `before`. */
  when?: FaultMoment;
}

/** A webhook delivery that is never made. */
interface LoseFault {
  kind: 'lose';
}

/** A webhook delivery that is made several times, whatever the receiver answers. */
interface DuplicateFault {
  kind: 'duplicate';
  /** How often in all. Default: 2. */
  times?: number;
}

/** A webhook delivery that begins late, by the simulator's clock, so that a later one arrives before it. */
interface DelayFault {
  kind: 'delay';
  /** Milliseconds. */
  ms: number;
}

/** Something that goes wrong with a call or the token endpoint. */
export type AnswerFault =
  | LatencyFault
  | ResetFault
  | HangFault
  | SpoiledFault
  | StatusFault
  | RateLimitFault
  | RevokeTokensFault;

/** Something that goes wrong with a webhook delivery. */
export type DeliveryFault = LoseFault | DuplicateFault | DelayFault;

/** What `control.faults.add` takes. */
export type FaultRule = FaultSelection & (AnswerFault | DeliveryFault);

/** A fault on record. */
export interface Fault {
  readonly id: number;
  readonly rule: FaultRule;
  /** Requests that it matched. */
  readonly seen: number;
  /** How often it struck. */
  readonly struck: number;
  /** Whether it has struck as often as it may. */
  readonly spent: boolean;
}
