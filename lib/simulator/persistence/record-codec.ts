/** Where a record is: the name of its store and its key there. */
export type Place = readonly [store: string, key: string];

/** Begins the names that mean something here; a name that begins with it by itself gets another one in front. */
const MARK = '$';
const REFERENCE = `${MARK}record`;
const NUMBER = `${MARK}number`;

/**
 * A record as JSON. Another record that it holds is named by its place and not written again, so that both are one
 * after they are read.
 */
export function encodeRecord(
  record: object,
  placeOf: (value: object) => Place | undefined,
): string {
  return JSON.stringify(record, (_, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return { [NUMBER]: String(value) };
    if (typeof value !== 'object' || value === null || value === record) return value;
    const place = placeOf(value);
    return place === undefined ? marked(value) : { [REFERENCE]: place };
  });
}

/** Puts the records that values name in their place, however deep; `value` is altered. */
export function link(value: object, recordAt: (place: Place) => object | undefined): void {
  for (const [name, child] of Object.entries(value)) {
    const read = readValue(child, recordAt);
    if (name.startsWith(MARK)) {
      Reflect.deleteProperty(value, name);
      Reflect.set(value, name.slice(MARK.length), read);
    } else if (read !== child) Reflect.set(value, name, read);
  }
}

function readValue(value: unknown, recordAt: (place: Place) => object | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { [REFERENCE]: place, [NUMBER]: number } = value as Record<string, unknown>;
  if (place !== undefined) return recordAt(place as Place);
  if (number !== undefined) return Number(number);
  link(value, recordAt);
  return value;
}

/** A body may have any names: a batch keeps it as it was sent. */
function marked(value: object): object {
  const entries = Object.entries(value);
  if (!entries.some(([name]) => name.startsWith(MARK))) return value;
  return Object.fromEntries(
    entries.map(([name, child]) => [name.startsWith(MARK) ? MARK + name : name, child]),
  );
}
