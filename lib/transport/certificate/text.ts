/** The first byte of a certificate, a key and a PKCS#12 file in DER. */
export const DER_SEQUENCE = 0x30;

/** Shorter base64 cannot be a certificate or a key, but may be a file name. */
const MIN_BASE64 = 40;
/** Some exporters pad the end of files. */
const MAX_PADDING = 64;

/**
 * Decodes a text that is PEM, or base64 (also base64url, also with line breaks) of PEM, DER or
 * PKCS#12. Returns `undefined` for any other text, which can only be a file path.
 */
export function contentOfText(text: string): Buffer | undefined {
  if (isPem(text)) return Buffer.from(text, 'utf8');
  // .env files contain line breaks as a written "\n".
  const compact = text.replace(/\s|\\[nr]/g, '');
  if (compact.length < MIN_BASE64 || !/^[\w+/-]+={0,2}$/.test(compact)) return undefined;
  const bytes = Buffer.from(compact, 'base64');
  return isDer(bytes) || isPem(bytes.toString('latin1')) ? bytes : undefined;
}

/**
 * Whether a text may be printed as a file name. A key in an unknown or damaged form may not: it is
 * longer than a name, has a long run of base64, or consists only of base64.
 */
export function isFileName(text: string): boolean {
  const printable = text.length <= 1024 && !/\p{Cc}/u.test(text);
  return printable && !/[A-Za-z0-9+=]{41}/.test(text) && !/^[\w+/=\s-]{65,}$/.test(text);
}

function isPem(text: string): boolean {
  return text.includes('-----BEGIN ');
}

/** Whether the bytes are one sequence of the stated length; PKCS#12 may omit the length (BER). */
function isDer(bytes: Buffer): boolean {
  if (bytes[0] !== DER_SEQUENCE) return false;
  const first = bytes.readUInt8(1);
  if (first === 0x80) return bytes[2] === 0x02;
  const lengthBytes = (first & 0x80) === 0 ? 0 : first & 0x7f;
  if (lengthBytes > 4) return false;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes);
  const padding = bytes.length - (2 + lengthBytes + length);
  return padding >= 0 && padding <= MAX_PADDING;
}
