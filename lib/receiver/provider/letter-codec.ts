import { parseObject } from '../../errors/index.js';
import { Cipher, type PixEncryptionKey } from '../../options/index.js';
import type { PixReconcilerDeadLetter } from './reconciliation.js';

/** The option of a cursor that stores dead letters outside of the process. */
export interface PixLetterEncryption {
  /**
   * The key that encrypts the items of dead letters (AES-256-GCM), 32 bytes: a Buffer, or base64 or
   * hexadecimal text. To replace it, give a list, or text with commas: the first key encrypts, and
   * all of them decrypt. Default: items are stored in clear, with the payer's data. Unless the
   * client shows that the server is on this machine, a cursor in Redis requires it, and one in
   * PostgreSQL logs a warning without it.
   */
  encryptionKey?: PixEncryptionKey | undefined;
}

/**
 * Writes dead letters as text, and reads them. The item is encrypted and bound to everything else: its cursor, its key,
 * since when it is stored, and for what.
 */
export class LetterCodec {
  readonly #cipher: Cipher | undefined;

  /** @param name what names the cursor at its server */
  constructor(
    { encryptionKey }: PixLetterEncryption,
    private readonly name: readonly string[],
  ) {
    this.#cipher = encryptionKey === undefined ? undefined : new Cipher(encryptionKey);
  }

  encode({ item, ...letter }: PixReconcilerDeadLetter): string {
    if (!this.#cipher) return JSON.stringify({ ...letter, item });
    const sealed = this.#cipher.seal(this.#bind(letter), JSON.stringify(item));
    return JSON.stringify({ ...letter, sealed });
  }

  /** Reads any text: of one that is no letter, or was changed, without the item. */
  decode(key: string, text: string): PixReconcilerDeadLetter {
    const { sealed, item, since, refundsOnly, tenant } = parseObject(text) ?? {};
    const letter = {
      key: toPrintable(key),
      since: typeof since === 'string' ? toPrintable(since) : new Date(0).toISOString(),
      refundsOnly: refundsOnly === true,
      ...(typeof tenant === 'string' && { tenant: toPrintable(tenant) }),
    };
    const plain = sealed === undefined && item !== undefined ? JSON.stringify(item) : undefined;
    const opened = this.#cipher ? this.#cipher.open(this.#bind(letter), String(sealed)) : plain;
    return { ...letter, ...(opened !== undefined && { item: JSON.parse(opened) as unknown }) };
  }

  /** Whether a stored text holds an item that cannot be opened, so that a letter with it may replace it. */
  refuses(key: string, held: unknown): boolean {
    return typeof held === 'string' && held !== '' && !('item' in this.decode(key, held));
  }

  #bind({ key, since, refundsOnly, tenant }: PixReconcilerDeadLetter): string {
    const bound = [...this.name, key, since, refundsOnly, tenant ?? null];
    return JSON.stringify(['pix-dead-letter', ...bound]);
  }
}

/** Who lists letters prints them, and another may have written them. What the reconciler writes has only such characters. */
function toPrintable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
