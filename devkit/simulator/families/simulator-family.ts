import type { SimulatorClock } from '../kernel/clock.js';
import type { AnyRecordStore, RecordFeed } from '../kernel/record-feed.js';
import type { ProblemType } from './problem-type.js';

/** What a store of records is created with. */
export interface StoreContext {
  /** Name of the store in a state folder. */
  readonly name: string;
  /** Receives every change of a record. */
  readonly changes: RecordFeed;
  readonly clock: SimulatorClock;
  /** Host and path of the addresses of locations, without scheme. */
  readonly locationBase: string;
}

/**
 * What the simulator knows about a resource family below its rules: its error types and its
 * records.
 */
export interface SimulatorFamily {
  /** First segment of `propriedade` in violations of a body: `cob` in `cob.valor.original`. */
  readonly root: string;
  /** The error types that the specification lists for the family, by name. */
  readonly problems: Readonly<Record<string, ProblemType>>;
  /** Name of the error type for a record that does not exist. */
  readonly naoEncontrado: string;
  /**
   * Name of the error type for a body that violates the schema, or is not valid in the record's
   * state.
   */
  readonly operacaoInvalida: string;
  /** Name of the error type for a query or path parameter that violates the schema. */
  readonly consultaInvalida: string;
  /**
   * Whether {@link consultaInvalida} applies only to the family's list, not to the look-up of one
   * record. Default: `false`.
   */
  readonly consultaOnlyOfList?: boolean;
  /**
   * Creates the stores of its records. A key is the property of `SimulatorState` and the name of
   * the store in a state folder.
   */
  readonly stores: Readonly<Record<string, (context: StoreContext) => AnyRecordStore>>;
  /** The topic of the console under which it announces changes of the records. Default: none. */
  readonly topic?: 'charges' | 'payments' | 'recurrences' | 'webhooks';
}
