/** Fields of every record in a {@link TimedRecordStore}. */
export interface TimedRecord {
  /** When the record was created: milliseconds since the epoch, by the simulator's clock. */
  readonly createdAt: number;
}

type Opaque = TimedRecord | string | number | bigint | boolean | ((...args: never[]) => unknown);

/** Marks the type of a value that is replaced, never changed. No value has it. */
declare const frozen: unique symbol;

/**
 * A value that is read-only with all that it contains, also in a {@link Draft}: it is replaced,
 * never changed.
 */
export type Frozen<Value> = Value extends Opaque | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } & { readonly [frozen]?: never }
      : Value;

/**
 * A record with writable fields, as `RecordStore.update` passes it to `change`. Nested objects and
 * arrays are writable too. {@link Frozen} values and nested records of other stores stay read-only:
 * the latter change through their own store.
 */
export type Draft<R extends object> = { -readonly [Key in keyof R]: DraftValue<R[Key]> };

type DraftValue<Value> = Value extends Opaque
  ? Value
  : Value extends readonly (infer Item)[]
    ? DraftValue<Item>[]
    : Value extends object
      ? typeof frozen extends keyof Value
        ? Value
        : { -readonly [Key in keyof Value]: DraftValue<Value[Key]> }
      : Value;
