import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  KeyDerivation,
  WorkLimitError,
  type ScryptInput,
} from '../../lib/transport/certificate/key-derivation.js';
import { loadCertificate } from '../../lib/transport/index.js';
import { encryptPrivateKey, TestAuthority, toPkcs12 } from '../support/certificates.js';

const password = Buffer.from('senha');
const salt = Buffer.alloc(8);

let derivation: KeyDerivation;

beforeEach(() => {
  derivation = new KeyDerivation();
});

/** Whether the limits allow the work. Node does not support the digest, so no key is derived. */
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

describe('the limits of key derivation', () => {
  it.each([
    [0, false],
    [1, true],
    [1_000_000, true],
    [1_000_001, false],
  ])('for %i iterations allow the work: %p', async (iterations, allowed) => {
    expect(await isAllowed(iterations)).toBe(allowed);
  });

  it('allow 5 million iterations per file', async () => {
    for (const iterations of [1_000_000, 1_000_000, 1_000_000, 1_000_000, 999_999]) {
      expect(await isAllowed(iterations)).toBe(true);
    }
    await scrypt({ N: 2, r: 1, p: 1 });
    expect(await isAllowed(1)).toBe(false);
  });

  it('allow 64 keys per file', async () => {
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
  ])('refuse scrypt with %j', async (cost) => {
    await expect(scrypt(cost)).rejects.toThrow(WorkLimitError);
  });

  it.each([
    { N: 1, r: 1, p: 1 },
    { N: 2 ** 16, r: 8, p: 1 },
    { N: 2 ** 20, r: 8, p: 1 },
  ])('leave scrypt with %j to Node, which refuses it', async (cost) => {
    await expect(scrypt(cost)).rejects.toMatchObject({
      code: 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS',
    });
  });

  it('allow 32 MiB for scrypt', async () => {
    await expect(scrypt({ N: 2 ** 15, r: 8, p: 1 })).resolves.toHaveLength(16);
  });
});

describe('the key derivation worker', () => {
  /** Counts the workers that received a request, and those that ended. */
  function countWorkers() {
    const sent = jest.spyOn(Worker.prototype, 'postMessage');
    const ended = jest.spyOn(Worker.prototype, 'terminate');
    return () => {
      // Module loaders also use workers.
      const requested = sent.mock.contexts.filter((_worker, at) =>
        Object.hasOwn(sent.mock.calls[at]![0] as object, 'purpose'),
      );
      return [requested, ended.mock.contexts].map((workers) => new Set<unknown>(workers).size);
    };
  }

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is shared by all files, and ends when it is idle', async () => {
    const authority = await TestAuthority.create();
    const { cert, key } = await authority.issueClient();
    const passphrase = 'senha';
    const pfx = toPkcs12({ certificates: [cert], keys: [key], passphrase, cipher: '3des' });
    const locked = encryptPrivateKey(key, passphrase, '3des');
    const count = countWorkers();
    await Promise.all([
      loadCertificate({ pfx, passphrase }),
      loadCertificate({ pfx, passphrase }),
      loadCertificate({ cert, key: locked, passphrase }),
    ]);
    expect(count()).toEqual([1, 0]);
    while (count()[1] === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await loadCertificate({ pfx, passphrase });
    expect(count()[0]).toBe(2);
  });

  it('is replaced after it failed', async () => {
    const derive = (digest: string) =>
      derivation.pkcs12(password, { digest, salt, iterations: 1, length: 16 }, 1);
    const [failed, derived] = await Promise.allSettled([derive('none'), derive('sha1')]);
    expect(failed.status).toBe('rejected');
    expect(derived).toMatchObject({ status: 'fulfilled', value: { length: 16 } });
  });

  it('does not run for a key that Node derives', async () => {
    const count = countWorkers();
    await scrypt({ N: 2, r: 1, p: 1 });
    expect(count()[0]).toBe(0);
  });
});
