/** Fields of every record in a {@link TimedRecordStore}. */
export interface TimedRecord {
  /** When the record was created: milliseconds since the epoch, by the simulator's clock. */
  readonly createdAt: number;
}

/**
 * A record with writable fields, as `RecordStore.update` passes it to `change`. Nested objects and arrays are writable
 * too. Nested records of other stores stay read-only: they change through their own store.
 */
export type Draft<R extends object> = { -readonly [Key in keyof R]: DraftValue<R[Key]> };

type Opaque = TimedRecord | string | number | bigint | boolean | ((...args: never[]) => unknown);

type DraftValue<Value> = Value extends Opaque
  ? Value
  : Value extends readonly (infer Item)[]
    ? DraftValue<Item>[]
    : Value extends object
      ? { -readonly [Key in keyof Value]: DraftValue<Value[Key]> }
      : Value;
