/** The first byte of a certificate, a key and a PKCS#12 file in DER. */
export const DER_SEQUENCE = 0x30;

/** Shorter base64 cannot be a certificate or a key, and may well be the name of a file. */
const MIN_BASE64 = 40;
/** The end of a file is no part of it: some exporters pad it. */
const MAX_PADDING = 64;

/**
 * The content that a text is: PEM, or base64 (also base64url, also with line breaks) of PEM, DER or PKCS#12. `undefined`
 * when it is none of these, so that it can only be the path of a file.
 */
export function contentOfText(text: string): Buffer | undefined {
  if (isPem(text)) return Buffer.from(text, 'utf8');
  // One line with "\n" written out is how .env files carry several.
  const compact = text.replace(/\s|\\[nr]/g, '');
  if (compact.length < MIN_BASE64 || !/^[\w+/-]+={0,2}$/.test(compact)) return undefined;
  const bytes = Buffer.from(compact, 'base64');
  return isDer(bytes) || isPem(bytes.toString('latin1')) ? bytes : undefined;
}

/**
 * Whether a text may be printed as the name of a file. A key in an unknown or damaged form is no file name: it is longer
 * than a name, has a long run of base64, or has nothing but base64.
 */
export function isFileName(text: string): boolean {
  const printable = text.length <= 1024 && !/\p{Cc}/u.test(text);
  return printable && !/[A-Za-z0-9+=]{41}/.test(text) && !/^[\w+/=\s-]{65,}$/.test(text);
}

function isPem(text: string): boolean {
  return text.includes('-----BEGIN ');
}

/** Whether the bytes are one sequence of the length that it states; PKCS#12 may leave it open (BER). */
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
