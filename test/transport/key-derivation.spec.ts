import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  KeyDerivation,
  WorkLimitError,
  type ScryptInput,
} from '../../lib/transport/certificate/pkcs12/key-derivation.js';
import { loadCertificate } from '../../lib/transport/index.js';
import { encryptPrivateKey, TestAuthority, toPkcs12 } from '../support/certificates.js';

const password = Buffer.from('senha');
const salt = Buffer.alloc(8);

let derivation: KeyDerivation;

beforeEach(() => {
  derivation = new KeyDerivation();
});

/** Whether the limits allow the work. Nothing is derived, since Node does not know the digest. */
async function isAllowed(iterations: number): Promise<boolean> {
  const derive = async () =>
    derivation.pbkdf2(password, { digest: 'none', salt, iterations, length: 16 });
  const error: unknown = await derive().catch((reason: unknown) => reason);
  if (error instanceof WorkLimitError) return false;
  expect(error).toMatchObject({ code: 'ERR_CRYPTO_INVALID_DIGEST' });
  return true;
}

const scrypt = async (cost: Pick<ScryptInput, 'N' | 'r' | 'p'>): Promise<Buffer> =>
  derivation.scrypt(password, { salt, length: 16, ...cost });

describe('the work of deriving a key', () => {
  it.each([
    [0, false],
    [1, true],
    [1_000_000, true],
    [1_000_001, false],
  ])('may be %i iterations: %p', async (iterations, allowed) => {
    expect(await isAllowed(iterations)).toBe(allowed);
  });

  it('is 5 million iterations per file at most', async () => {
    for (const iterations of [1_000_000, 1_000_000, 1_000_000, 1_000_000, 999_999]) {
      expect(await isAllowed(iterations)).toBe(true);
    }
    await scrypt({ N: 2, r: 1, p: 1 });
    expect(await isAllowed(1)).toBe(false);
  });

  it('is 64 keys per file at most', async () => {
    for (let key = 1; key <= 64; key += 1) expect(await isAllowed(1)).toBe(true);
    expect(await isAllowed(1)).toBe(false);
  });

  it.each([
    { N: 2 ** 23 + 1, r: 1, p: 1 },
    { N: 2 ** 20, r: 8, p: 2 },
    { N: 2 ** 20, r: 16, p: 1 },
    { N: 0, r: 1, p: 1 },
    { N: 2, r: 0, p: 1 },
    { N: 2, r: 1, p: 0 },
  ])('is limited for scrypt with %j', async (cost) => {
    await expect(scrypt(cost)).rejects.toThrow(WorkLimitError);
  });

  it.each([
    { N: 1, r: 1, p: 1 },
    { N: 2 ** 16, r: 8, p: 1 },
    { N: 2 ** 20, r: 8, p: 1 },
  ])('with %j is refused by Node, for its parameters or its memory', async (cost) => {
    await expect(scrypt(cost)).rejects.toMatchObject({
      code: 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS',
    });
  });

  it('may take 32 MiB for scrypt', async () => {
    await expect(scrypt({ N: 2 ** 15, r: 8, p: 1 })).resolves.toHaveLength(16);
  });
});

describe('the worker that derives keys', () => {
  /** The workers that were asked for a key, and those that were ended. */
  function watchWorkers() {
    const sent = jest.spyOn(Worker.prototype, 'postMessage');
    const ended = jest.spyOn(Worker.prototype, 'terminate');
    return () => {
      // Loaders of modules have workers too.
      const asked = sent.mock.contexts.filter((_worker, at) =>
        Object.hasOwn(sent.mock.calls[at]![0] as object, 'purpose'),
      );
      return [asked, ended.mock.contexts].map((workers) => new Set<unknown>(workers).size);
    };
  }

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is one per file, and ends with it', async () => {
    const authority = await TestAuthority.create();
    const { cert, key } = await authority.issueClient();
    const pfx = toPkcs12({
      certificates: [cert],
      keys: [key],
      passphrase: 'senha',
      cipher: '3des',
    });
    const count = watchWorkers();
    await loadCertificate({ pfx, passphrase: 'senha' });
    expect(count()).toEqual([1, 1]);
    const locked = encryptPrivateKey(key, 'senha', '3des');
    await loadCertificate({ cert, key: locked, passphrase: 'senha' });
    expect(count()).toEqual([2, 2]);
  });

  it('is none for a key that Node derives', async () => {
    const count = watchWorkers();
    await scrypt({ N: 2, r: 1, p: 1 });
    await derivation.close();
    expect(count()).toEqual([0, 0]);
  });
});
