import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MB of memory and about 200 ms for each try, as OWASP recommends. */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
const LENGTH = 32;

/** Hashes a password, with the parameters of the hash, so that they can change later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { N, r, p } = COST;
  const hash = await derive(password, salt, COST);
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/**
 * Compares a password with a hash in constant time. Without a hash it takes as long and returns `false`, so that the time
 * does not show which accounts exist.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (stored ?? '').split('$');
  const cost = stored === undefined ? COST : { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, 'base64url'), cost);
  const expected = Buffer.from(hash, 'base64url');
  return expected.length === derived.length && timingSafeEqual(derived, expected);
}

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

function derive(password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  const maxmem = 256 * N * r;
  return new Promise((resolve, reject) => {
    // The same text can be typed in two Unicode forms.
    scrypt(password.normalize('NFKC'), salt, LENGTH, { N, r, p, maxmem }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
