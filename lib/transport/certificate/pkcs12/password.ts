import type { Password } from './decrypt.js';

export function encodePassword(passphrase: string): Password {
  return {
    bmp: Buffer.from(`${passphrase}\0`, 'utf16le').swap16(),
    utf8: Buffer.from(passphrase, 'utf8'),
  };
}

/**
 * Encodes a passphrase in each way that exporters use: an empty one is a terminator, or no bytes.
 */
export function encodePasswords(passphrase: string): Password[] {
  const password = encodePassword(passphrase);
  return passphrase === '' ? [password, { ...password, bmp: Buffer.alloc(0) }] : [password];
}
