import { Cipher, type PixEncryptionKey } from '../../options/index.js';
import type { PixReconcilerDeadLetter } from './reconciliation.js';

/** The option of a cursor that stores dead letters outside of the process. */
export interface PixLetterEncryption {
  /**
   * The key that encrypts the items of dead letters (AES-256-GCM), 32 bytes: a Buffer, or base64 or
   * hexadecimal text. To replace it, give a list, or text with commas: the first key encrypts, and
   * all of them decrypt. Default: items are stored in clear, with the payer's data; a cursor in
   * Redis requires it unless the options of the client show that Redis is on this machine.
   */
  encryptionKey?: PixEncryptionKey | undefined;
}

/** Writes dead letters as text, and reads them. The item is encrypted and bound to its letter. */
export class LetterCodec {
  readonly #cipher: Cipher | undefined;

  constructor({ encryptionKey }: PixLetterEncryption) {
    this.#cipher = encryptionKey === undefined ? undefined : new Cipher(encryptionKey);
  }

  encode({ item, ...letter }: PixReconcilerDeadLetter): string {
    if (!this.#cipher) return JSON.stringify({ ...letter, item });
    const sealed = this.#cipher.seal(toContext(letter), JSON.stringify(item));
    return JSON.stringify({ ...letter, sealed });
  }

  decode(text: string): PixReconcilerDeadLetter {
    type Stored = PixReconcilerDeadLetter & { readonly sealed?: string };
    const { sealed, item, ...letter } = JSON.parse(text) as Stored;
    if (!this.#cipher) return { ...letter, ...(sealed === undefined && { item }) };
    const opened = this.#cipher.open(toContext(letter), String(sealed));
    return { ...letter, ...(opened !== undefined && { item: JSON.parse(opened) as unknown }) };
  }
}

function toContext({ key, tenant }: Pick<PixReconcilerDeadLetter, 'key' | 'tenant'>): string {
  return JSON.stringify(['pix-dead-letter', key, tenant ?? null]);
}
