/** Encodes an element of DER (X.690) from its tag and the parts of its content. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length.toString(16);
  const length = Buffer.from(size.padStart(size.length + (size.length % 2), '0'), 'hex');
  const prefix = content.length < 0x80 ? [] : [0x80 | length.length];
  return Buffer.concat([Buffer.from([tag, ...prefix]), length, content]);
}

export const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts);
export const octets = (bytes: Uint8Array) => der(0x04, bytes);
export const utf8 = (text: string) => der(0x0c, Buffer.from(text));
export const boolean = (value: boolean) => der(0x01, Buffer.from([value ? 0xff : 0]));

/** An element of a structure, with the tag `[number]`. */
export const tagged = (number: number, ...parts: readonly Uint8Array[]) =>
  der(0xa0 | number, ...parts);

/** A bit string, of which the last bits are unused. */
export const bits = (bytes: Uint8Array, unused = 0) => der(0x03, Buffer.from([unused]), bytes);

/** A number of 0 to 32767. */
export const integer = (value: number) =>
  der(0x02, Buffer.from(value < 0x80 ? [value] : [value >> 8, value & 0xff]));

/** An object identifier in dotted form. */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...arcs] = text.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...arcs.flatMap(toBase128)]));
}

function toBase128(arc: number): number[] {
  const digits = [arc & 0x7f];
  for (let rest = arc >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

/** An instant, with the type that RFC 5280 requires for its year. */
export function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
  const year = date.getUTCFullYear();
  const isUtc = year >= 1950 && year < 2050;
  return der(isUtc ? 0x17 : 0x18, Buffer.from(isUtc ? digits.slice(2) : digits));
}
