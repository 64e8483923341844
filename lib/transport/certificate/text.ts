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

/** Letters, digits and the punctuation of paths; a colon only after the drive. */
const PATH = /^(?:[A-Za-z]:(?=[\\/]))?[\p{L}\p{M}\p{N}./\\ _@~()-]{1,1024}$/u;
const SEPARATOR = /[\\/]/;
const EXTENSION =
  /\.(?:pem|crt|cer|cert|chain|ca|ca-bundle|bundle|der|key|p12|pfx|pkcs12|p7b|b64|base64|txt)$/i;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/**
 * Whether a text may be printed as a file name: it contains a separator or ends with an extension
 * of certificates and keys, and does not resemble a key in an unknown or damaged form, or one whose
 * base64 or hexadecimal is split by separators. Other text may be a secret in the wrong option.
 */
export function isFileName(text: string): boolean {
  const isPath = PATH.test(text) && (SEPARATOR.test(text) || EXTENSION.test(text));
  return isPath && !isKeyMaterial(text.replace(UUID, ''));
}

/** Characters of split key material that are compared at a time. */
const WINDOW = 40;
/** Changes between kinds of characters in a window: keys have about 25, hexadecimal 18, names 5. */
const MAX_CHANGES = 12;

function isKeyMaterial(text: string): boolean {
  if (/[A-Za-z0-9+=]{41}/.test(text) || /^[\w/\s-]{65,}$/.test(text)) return true;
  if (/(?:[0-9a-f]{2}[ ._/\\-]){8}/i.test(text)) return true;
  const kinds = text
    .replace(/[^A-Za-z0-9]/g, '')
    .replace(/[a-z]/g, 'a')
    .replace(/[A-Z]/g, 'A')
    .replace(/\d/g, '0');
  let changes = 0;
  for (let at = 1; at < kinds.length; at += 1) {
    if (kinds[at] !== kinds[at - 1]) changes += 1;
    if (at >= WINDOW && kinds[at - WINDOW] !== kinds[at - WINDOW + 1]) changes -= 1;
    if (changes > MAX_CHANGES) return true;
  }
  return false;
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
