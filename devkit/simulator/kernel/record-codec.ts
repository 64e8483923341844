/** Identifies a record by the name of its store and its key. */
export type RecordReference = readonly [store: string, key: string];

/**
 * Prefix of reserved field names. A field name that begins with it is escaped with a second one.
 */
const MARK = '$';
const REFERENCE = `${MARK}record`;
const NUMBER = `${MARK}number`;

/**
 * Serializes a record as JSON. A nested record of a store is written as a reference, so that it is
 * the same object after the records are read.
 */
export function encodeRecord(
  record: object,
  getReference: (value: object) => RecordReference | undefined,
): string {
  return JSON.stringify(record, (_, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return { [NUMBER]: String(value) };
    if (typeof value !== 'object' || value === null || value === record) return value;
    const reference = getReference(value);
    return reference === undefined ? escapeNames(value) : { [REFERENCE]: reference };
  });
}

/**
 * Replaces references at any depth with the referenced records, and unescapes field names. Changes
 * `value`.
 */
export function resolveReferences(
  value: object,
  findRecord: (reference: RecordReference) => object | undefined,
): void {
  for (const [name, child] of Object.entries(value)) {
    const read = readValue(child, findRecord);
    if (name.startsWith(MARK)) {
      Reflect.deleteProperty(value, name);
      Reflect.set(value, name.slice(MARK.length), read);
    } else if (read !== child) Reflect.set(value, name, read);
  }
}

function readValue(
  value: unknown,
  findRecord: (reference: RecordReference) => object | undefined,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { [REFERENCE]: reference, [NUMBER]: number } = value as Record<string, unknown>;
  if (reference !== undefined) return findRecord(reference as RecordReference);
  if (number !== undefined) return Number(number);
  resolveReferences(value, findRecord);
  return value;
}

/** Escapes field names. The body of a batch is stored as it was sent and may have any names. */
function escapeNames(value: object): object {
  const entries = Object.entries(value);
  if (!entries.some(([name]) => name.startsWith(MARK))) return value;
  return Object.fromEntries(
    entries.map(([name, child]) => [name.startsWith(MARK) ? MARK + name : name, child]),
  );
}
