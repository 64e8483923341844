/** One element of DER (ITU-T X.690). */
export interface DerElement {
  readonly tag: number;
  readonly content: Buffer;
}

/**
 * Reads the element at the start of `bytes` and returns it with the remaining bytes. Supports
 * one-byte tags and lengths of up to 4 bytes, which is sufficient for X.509.
 */
function readElement(bytes: Buffer): readonly [element: DerElement, rest: Buffer] {
  const tag = bytes.readUInt8(0);
  const first = bytes.readUInt8(1);
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if ((tag & 0x1f) === 0x1f || lengthBytes > 4 || first === 0x80) throw new RangeError('not DER');
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes);
  const start = 2 + lengthBytes;
  const end = start + length;
  if (end > bytes.length) throw new RangeError('not DER');
  return [{ tag, content: bytes.subarray(start, end) }, bytes.subarray(end)];
}

/**
 * Reads the elements of a constructed value.
 *
 * @throws RangeError if the bytes are not DER
 */
export function readElements(bytes: Buffer): DerElement[] {
  const elements: DerElement[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const [element, next] = readElement(rest);
    elements.push(element);
    rest = next;
  }
  return elements;
}
