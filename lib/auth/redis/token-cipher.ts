import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ConfigurationError } from '../../errors/index.js';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEX = /^[0-9a-f]{64}$/i;
/** 32 bytes, in the alphabet of base64 or base64url. */
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** Encrypts texts with AES-256-GCM, each bound to the name under which it is stored. */
export class TokenCipher {
  readonly #key: Buffer;

  /** @throws ConfigurationError unless the key is 32 bytes */
  constructor(encryptionKey: Uint8Array | string) {
    const key = toBytes(encryptionKey);
    if (key?.length !== KEY_BYTES) {
      throw new ConfigurationError(
        'encryptionKey must be 32 bytes: a Buffer, or base64 or hexadecimal text. Create one with "openssl rand -base64 32".',
      );
    }
    this.#key = key;
  }

  encrypt(name: string, text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, iv).setAAD(Buffer.from(name));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64');
  }

  /** @returns `undefined` for a value with another key or name, or a modified value */
  decrypt(name: string, value: string): string | undefined {
    const bytes = Buffer.from(value, 'base64');
    const iv = bytes.subarray(0, IV_BYTES);
    const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv(ALGORITHM, this.#key, iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(name))
        .setAuthTag(tag);
      const encrypted = bytes.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

function toBytes(key: unknown): Buffer | undefined {
  if (ArrayBuffer.isView(key)) {
    return Buffer.from(key.buffer.slice(key.byteOffset, key.byteOffset + key.byteLength));
  }
  if (typeof key !== 'string') return undefined;
  const text = key.trim();
  if (HEX.test(text)) return Buffer.from(text, 'hex');
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}
