/** The account of an activity. Its values are few and contain no credentials, so metrics may have them. */
export interface PixAccountLabels {
  /** The `name` of the account's `PixModule`, `default` without one, or `factory` for the clients of `PixClientFactory`. */
  readonly name: string;
  /** Name of the provider profile. */
  readonly provider: string;
  readonly environment: string;
}

/**
 * The outcome of a call: `success` (it took effect), `failure` (it did not take effect) or `unknown`
 * (it may have taken effect).
 */
export type PixCallOutcome = 'success' | 'failure' | 'unknown';

/** A call of a service method, with its token, attempts, waits and reads. */
export interface PixCallActivity {
  readonly kind: 'call';
  readonly account: PixAccountLabels;
  /** Service and method: `cob.createWithTxid`. */
  readonly method: string;
  /** Method and path template: `PUT /cob/{txid}`. */
  readonly operation: string;
  /** Whether it may change something at the provider. */
  readonly isWrite: boolean;
  /** The txid of the charge, from the path or the answer. */
  txid: string | undefined;
  /** The number of requests to the API, without token requests and reads after an unknown outcome. */
  requests: number;
  /** HTTP status of the last response; `undefined` without one. */
  status: number | undefined;
  /** The provider's identifier of the last response. Not copied by `{ ...activity }`, like `differences`. */
  readonly requestId: string | undefined;
  /** Known when the call has ended. */
  outcome: PixCallOutcome | undefined;
  /**
   * Paths of the fields of a successful write that its record has with another value or omits:
   * names and texts, which providers complete or shorten. `undefined` if there are none. Searched for
   * when they are read.
   */
  readonly differences: readonly string[] | undefined;
}

/** An HTTP request to the provider. */
export interface PixExchangeActivity {
  /** `attempt`: a request to the API. `token`: a request to the token endpoint. */
  readonly kind: 'attempt' | 'token';
  readonly account: PixAccountLabels;
  /** Method and path template: `PUT /cob/{txid}`; `POST {token_url}` for a token. */
  readonly operation: string;
  readonly httpMethod: string;
  /** The address without query, with the names of the path parameters instead of their values. */
  readonly url: string;
  /** Path template without the base address: `/cob/{txid}`. */
  readonly path: string;
  /** Number of the request in its call, from 1. */
  readonly number: number;
  /** HTTP status; `undefined` before a response. */
  status: number | undefined;
  /** The provider's identifier of the request. Not copied by `{ ...activity }`, like `responseHeaders`. */
  readonly requestId: string | undefined;
  /** The headers of the response that are safe to log, by name in lower case; absent before a response. */
  readonly responseHeaders?: Readonly<Record<string, string>> | undefined;
}

/** The reading of a record after a refused write or one with an unknown outcome. */
export interface PixReadBackActivity {
  readonly kind: 'read-back';
  readonly account: PixAccountLabels;
  readonly operation: string;
  /**
   * What follows: `done`, `conflict`, `refused`, `unknown`, `send` (again) or `read` (again); known
   * at the end.
   */
  verdict: string | undefined;
  /**
   * Paths of the fields that were sent and that the record has with another value or omits; known
   * at the end. Names and texts may differ although the write took effect.
   */
  differences: readonly string[] | undefined;
}

/** A webhook request. */
export interface PixDeliveryActivity {
  readonly kind: 'delivery';
  readonly receiver: string;
  /** Path of the receiver, with `:tenant` instead of a tenant. */
  readonly route: string;
  /** Path of the request, with `:tenant` instead of a tenant and without the query. */
  readonly path: string;
  /** Scheme of the connection to this process: `http` if a proxy ends TLS. */
  readonly scheme: 'http' | 'https';
  /** The suffix that the provider appended: `pix`, `rec` or `cobr`. */
  readonly notification: string | undefined;
  /** Headers of the request, which may have a trace context. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Known at the end. */
  result: string | undefined;
  /** HTTP status of the answer; known at the end. */
  status: number | undefined;
}

/** The event of an activity. Identifiers have no CPF and no CNPJ. */
export interface PixEventLabels {
  readonly receiver: string;
  /** `pix.recebido`, for example. */
  readonly type: string;
  readonly key: string;
  readonly txid: string | undefined;
  readonly endToEndId: string | undefined;
}

/** The storing of an event in the queue. */
export interface PixEnqueueActivity {
  readonly kind: 'enqueue';
  readonly event: PixEventLabels;
  /** Known at the end. */
  outcome: string | undefined;
}

/** The processing of a queued event by a worker. */
export interface PixProcessActivity {
  readonly kind: 'process';
  readonly event: PixEventLabels;
  /** The trace context of the delivery; `undefined` for events without one. */
  readonly trace: Readonly<Record<string, string>> | undefined;
  /** Seconds between the arrival of the event and this run. */
  readonly delay: number;
  /** Known at the end. */
  outcome: string | undefined;
}

/** A run of a handler. */
export interface PixHandlerActivity {
  readonly kind: 'handler';
  readonly event: PixEventLabels;
  /** Class and method: `PaymentsHandler.paid`. */
  readonly handler: string;
}

/** A run of the reconciler. */
export interface PixReconciliationActivity {
  readonly kind: 'reconciliation';
  readonly receiver: string;
  /** The number of Pix that the provider listed; known at the end. */
  listed: number | undefined;
}

/** A step of a charge of the ledger: its opening, a command, a payment or a handler. */
export interface PixLedgerActivity {
  readonly kind: 'ledger';
  /** Name of the ledger's account, with that of the tenant. */
  readonly ledger: string;
  readonly operation:
    'open' | 'create' | 'revise' | 'cancel' | 'retry' | 'refund' | 'payment' | 'handler';
  /** Id of the handler. */
  readonly handler?: string | undefined;
  readonly txid?: string | undefined;
  /** The trace context in which the charge was opened. */
  readonly trace?: Readonly<Record<string, string>> | undefined;
}

/**
 * Something that takes time. The library sets the mutable fields while it runs; they are complete
 * when the observed work has ended.
 */
export type PixActivity =
  | PixCallActivity
  | PixExchangeActivity
  | PixReadBackActivity
  | PixDeliveryActivity
  | PixEnqueueActivity
  | PixProcessActivity
  | PixHandlerActivity
  | PixReconciliationActivity
  | PixLedgerActivity;

/** An event that the receiver has passed on, with its outcome (`handled`, `duplicate`, `failed`, …). */
export interface PixEventCount {
  readonly receiver: string;
  readonly type: string;
  readonly outcome: string;
  /** `notification`: it arrived by webhook or queue. `list`: the reconciler found it. */
  readonly origin: string;
}
