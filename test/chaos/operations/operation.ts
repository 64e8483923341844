import type { PixClient, PixRequestOptions } from '../../../lib/index.js';
import type { Json } from '../../simulator/support/bare-client.js';
import type { BankState } from '../bank/bank-state.js';
import type { Bank } from '../bank/bank.js';

/**
 * A kind of write, and how to find its effect at the bank.
 *
 * @typeParam Target what one call is about: plain data, made before anything fails and unique to the call
 */
export interface WriteOperation<Target = Json> {
  /** The row of the report: `PUT /cob/{txid}`. */
  readonly name: string;
  /** The operation's name in the contract, by which the simulator injects faults. */
  readonly on: string;
  /** The operation that reads the record, where there is one. */
  readonly readBy?: string;
  /** Path parameters of a call, so that a fault can strike it alone. */
  readonly params?: (target: Target) => Record<string, string>;
  /** Calls in proportion to those of `PUT /cob/{txid}`. */
  readonly share: number;
  /** Whether a read can settle an unknown outcome: the client knows the record's identifier. */
  readonly settles: boolean;
  readonly prepare: (bank: Bank) => Promise<Target> | Target;
  readonly call: (
    client: PixClient,
    target: Target,
    options?: PixRequestOptions,
  ) => Promise<unknown>;
  /** What identifies the record in the answer; `undefined` where the answer is empty. */
  readonly answered?: (answer: Json) => string;
  /** How often the call took effect: 0 also when the record holds something else, more than 1 is a double. */
  readonly effects: (state: BankState, target: Target) => number;
  /** Whether the record that a success named is the call's own. Default: {@link effects} decides alone. */
  readonly names?: (state: BankState, target: Target, answer: string) => boolean;
  /** Identifiers of all records of this kind, for records that carry no mark of their call. */
  readonly unmarked?: (state: BankState) => string[];
}

/** Keeps the type of each operation's target to itself, so that operations of all kinds stand in one list. */
export function writeOperation<Target>(operation: WriteOperation<Target>): WriteOperation {
  return operation;
}

let made = 0;

/** A text that no other call of any process has. */
export function newMark(): string {
  made += 1;
  return `${process.pid}n${made}n${Math.random().toString(36).slice(2, 10)}`;
}
