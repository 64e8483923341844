import type { PixClient, PixRequestOptions } from '../../../lib/index.js';
import type { Json } from '../../simulator/support/bare-client.js';
import type { BankState } from '../bank/bank-state.js';
import type { Bank } from '../bank/bank.js';

/**
 * A kind of write, and how to find its effect at the bank.
 *
 * @typeParam Target the data of one call: plain data, prepared before any fault and unique to the call
 */
export interface WriteOperation<Target = Json> {
  /** The row of the report: `PUT /cob/{txid}`. */
  readonly name: string;
  /** The operation's name in the contract, for faults of the simulator. */
  readonly on: string;
  /** The operation that reads the record, if there is one. */
  readonly readBy?: string;
  /** Path parameters of a call, so that a fault can apply only to it. */
  readonly params?: (target: Target) => Record<string, string>;
  /** Number of calls in proportion to those of `PUT /cob/{txid}`. */
  readonly share: number;
  /** Whether a read can settle an unknown outcome, because the client has the record's identifier. */
  readonly settles: boolean;
  /**
   * Name of a record that the account has only once. Calls with the same name are made one at a time, each is prepared with
   * the control API, and its effect is read after it. Default: none, calls are independent.
   */
  readonly alone?: string;
  /** For {@link alone}: reads the effects of a call, as {@link effects} does, with the control API. */
  readonly observe?: (bank: Bank, target: Target) => Promise<number>;
  readonly prepare: (bank: Bank) => Promise<Target> | Target;
  readonly call: (
    client: PixClient,
    target: Target,
    options?: PixRequestOptions,
  ) => Promise<unknown>;
  /** Returns the identifier of the record in the response; `undefined` when the response is empty. */
  readonly getIdentifier?: (answer: Json) => string;
  /** Number of times the call took effect, by its content and amounts: 0 also when the record has other content, more than 1 is a double. */
  readonly effects: (state: BankState, target: Target) => number;
  /** Whether the record that a success named belongs to the call. Default: {@link effects} decides. */
  readonly names?: (state: BankState, target: Target, answer: string) => boolean;
  /** Returns the identifiers of all records of this kind, for records without a mark of their call. */
  readonly unmarked?: (state: BankState) => string[];
}

/** Hides the type of each operation's target, so that operations of all kinds are in one list. */
export function writeOperation<Target>(operation: WriteOperation<Target>): WriteOperation {
  return operation;
}

let made = 0;

/** Returns a text that is unique among all calls of all processes. */
export function newMark(): string {
  made += 1;
  return `${process.pid}n${made}n${Math.random().toString(36).slice(2, 10)}`;
}

/** Number of records, if each has the amount. A record of another amount counts as no effect. */
export function countCreated(records: readonly Json[] = [], valor: string): number {
  return records.every((record) => record.valor.original === valor) ? records.length : 0;
}
