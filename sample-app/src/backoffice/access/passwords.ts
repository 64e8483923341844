import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';

/** What each try of a password costs: the parameters of scrypt. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

const LENGTH = 32;

/** Hashes passwords and compares them with their hashes. */
@Injectable()
export class Passwords {
  /** 32 MB of memory and about 200 ms for each try, as OWASP recommends. */
  protected readonly cost: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };

  /** Returns the hash with its parameters, so that they can change later. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const { N, r, p } = this.cost;
    const hash = await derive(password, salt, this.cost);
    return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
  }

  /**
   * Compares a password with a hash in constant time. Without a hash it takes as long and returns `false`, so that the
   * time does not show which accounts exist.
   */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const [, N, r, p, salt = '', hash = ''] = (stored ?? '').split('$');
    const cost = stored === undefined ? this.cost : { N: Number(N), r: Number(r), p: Number(p) };
    const derived = await derive(password, Buffer.from(salt, 'base64url'), cost);
    const expected = Buffer.from(hash, 'base64url');
    return expected.length === derived.length && timingSafeEqual(derived, expected);
  }
}

function derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
  const maxmem = 256 * N * r;
  return new Promise((resolve, reject) => {
    // The same text can be typed in two Unicode forms.
    scrypt(password.normalize('NFKC'), salt, LENGTH, { N, r, p, maxmem }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
