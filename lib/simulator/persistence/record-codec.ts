/** Where a record is: the name of its store and its key there. */
export type Place = readonly [store: string, key: string];

const REFERENCE = '$record';
const NUMBER = '$number';

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
    return place === undefined ? value : { [REFERENCE]: place };
  });
}

/** Puts the records that values name in their place, however deep; `value` is altered. */
export function link(value: unknown, recordAt: (place: Place) => object | undefined): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    if (typeof child !== 'object' || child === null) continue;
    const { [REFERENCE]: place, [NUMBER]: number } = child as Record<string, unknown>;
    if (place !== undefined) Reflect.set(value, name, recordAt(place as Place));
    else if (number !== undefined) Reflect.set(value, name, Number(number));
    else link(child, recordAt);
  }
}
