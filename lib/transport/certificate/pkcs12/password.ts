import type { Password } from './decrypt.js';

export function passwordOf(passphrase: string): Password {
  return {
    bmp: Buffer.from(`${passphrase}\0`, 'utf16le').swap16(),
    utf8: Buffer.from(passphrase, 'utf8'),
  };
}

/** A passphrase in each spelling that exporters use: an empty one is a terminator, or no bytes at all. */
export function passwordsOf(passphrase: string): Password[] {
  const password = passwordOf(passphrase);
  return passphrase === '' ? [password, { ...password, bmp: Buffer.alloc(0) }] : [password];
}
