/** One field: a two-digit id, a two-digit length, that many characters. */
export type Tlv = readonly [id: string, value: string];

/** Maximum of a two-digit length. */
export const MAX_TLV_LENGTH = 99;

export function writeTlv(fields: readonly Tlv[]): string {
  return fields.map(([id, value]) => id + String(value.length).padStart(2, '0') + value).join('');
}

/**
 * Reads the fields of a text by id; returns `undefined` if a length does not fit or an id is
 * repeated.
 */
export function readTlv(text: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  let position = 0;
  while (position < text.length) {
    const [, id, length] = /^(\d{2})(\d{2})/.exec(text.slice(position)) ?? [];
    const end = position + 4 + Number(length);
    if (id === undefined || end > text.length || fields.has(id)) return undefined;
    fields.set(id, text.slice(position + 4, end));
    position = end;
  }
  return fields;
}
