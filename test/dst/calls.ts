import { isPixAPIException } from '../../lib/errors/index.js';
import type { Process } from './process.js';

/** The webhooks of Pix, of recurrences and of recurring charges. */
export type WebhookFamily = 'webhook' | 'webhookrec' | 'webhookcobr';

/** The operation and data of a call, for the invariants. */
export interface CallSubject {
  readonly operation:
    | 'cob.create'
    | 'cob.createWithTxid'
    | 'cob.revise'
    | 'cob.cancel'
    | 'cobv.createWithTxid'
    | 'cobv.revise'
    | 'cobv.cancel'
    | 'cobr.createWithTxid'
    | 'cobr.cancel'
    | 'cobr.retry'
    | 'lotecobv.create'
    | 'pix.refund'
    | `${WebhookFamily}.${'register' | 'delete'}`
    | 'loc.create'
    | 'read';
  /** Identifier of the record: txid, `txid/day` of an attempt, batch, `endToEndId/id`, key. */
  readonly id: string;
  /** The body sent. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A call of the client, and how it ended. */
export interface Call {
  readonly id: string;
  readonly subject: CallSubject;
  readonly process: Process;
  /** How long the process had been paused when the call began, in milliseconds. */
  readonly pausedBefore: number;
  readonly began: number;
  readonly deadlineMs: number;
  ended?: number;
  outcome?: 'ok' | 'failed' | 'unknown';
  /** The response, when it is `ok`. */
  response?: unknown;
  /** The error, otherwise. */
  error?: Error;
}

/** Completes a call's record with its response. */
export function concludeOk(call: Call, response: unknown, at: number): void {
  Object.assign(call, { ended: at, outcome: 'ok', response });
}

export function concludeError(call: Call, error: unknown, at: number): void {
  const unknown = isPixAPIException(error) && error.resultUnknown;
  Object.assign(call, { ended: at, outcome: unknown ? 'unknown' : 'failed', error });
}
