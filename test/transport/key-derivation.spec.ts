import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { KeyDerivation } from '../../lib/transport/certificate/key-derivation.js';
import { readPkcs12 } from '../../lib/transport/certificate/pkcs12.js';
import { loadCertificate } from '../../lib/transport/index.js';
import { encryptPrivateKey, TestAuthority, toPkcs12 } from '../support/certificates.js';

const password = Buffer.from('senha');
const salt = Buffer.alloc(8);
const origin = { option: 'certificate.pfx' };
const TOO_MUCH = 'PIX_CERTIFICATE_UNSUPPORTED';
const BUSY = 'PIX_CERTIFICATE_BUSY';

let derivation: KeyDerivation;

beforeEach(() => {
  derivation = new KeyDerivation(origin);
});

/** Whether the limits allow the work. Node does not support the digest, so no key is derived. */
async function isAllowed(iterations: number): Promise<boolean> {
  const error = (await derivation
    .derive(password, { digest: 'none', salt, iterations, length: 16 })
    .catch((reason: unknown) => reason)) as { code?: string; errorCode?: string };
  if (error.errorCode === TOO_MUCH) return false;
  expect(error).toMatchObject({ code: 'ERR_CRYPTO_INVALID_DIGEST' });
  return true;
}

describe('the limits of key derivation', () => {
  it.each([
    [0, false],
    [1, true],
    [1_000_000, true],
    [1_000_001, false],
  ])('for %i iterations allow the work: %p', async (iterations, allowed) => {
    expect(await isAllowed(iterations)).toBe(allowed);
  });

  it("are lower for the keys of PKCS#12's own ciphers", async () => {
    const derive = (iterations: number, purpose: 'key' | 'iv' | 'mac') =>
      derivation.derive(password, { digest: 'none', salt, iterations, length: 16 }, purpose);
    const tooMuch = {
      errorCode: TOO_MUCH,
      message: expect.stringContaining('more than 100,000 iterations'),
    };
    await expect(derive(100_000, 'key')).rejects.not.toMatchObject({ errorCode: TOO_MUCH });
    await expect(derive(100_001, 'key')).rejects.toMatchObject(tooMuch);
    await expect(derive(100_001, 'iv')).rejects.toMatchObject(tooMuch);
    // Firefox writes 600,000 for the integrity check.
    await expect(derive(1_000_000, 'mac')).rejects.not.toMatchObject({ errorCode: TOO_MUCH });
  });

  it('allow 5 million iterations per file', async () => {
    for (const iterations of [1_000_000, 1_000_000, 1_000_000, 1_000_000, 999_999]) {
      expect(await isAllowed(iterations)).toBe(true);
    }
    expect(await isAllowed(1)).toBe(true);
    expect(await isAllowed(1)).toBe(false);
  });

  it('allow 64 keys per file', async () => {
    for (let key = 1; key <= 64; key += 1) expect(await isAllowed(1)).toBe(true);
    expect(await isAllowed(1)).toBe(false);
  });
});

describe('the queue of all files', () => {
  const input = { digest: 'sha1', salt, length: 16 };
  /** A key of an account: each of its own, unless it is given. */
  const derive = (iterations: number, timeLimit = 30_000, party: unknown = {}) =>
    new KeyDerivation(origin, party, performance.now() + timeLimit).derive(password, {
      ...input,
      iterations,
    });
  const deriveLong = () =>
    new KeyDerivation(origin, {}).derive(password, { ...input, iterations: 100_000 }, 'key');
  let ended: string[];
  const follow = (name: string, key: Promise<Buffer>) => key.then(() => ended.push(name));

  beforeEach(() => {
    ended = [];
  });

  it('derives one key at a time, the cheapest first', async () => {
    await Promise.all([
      follow('first', deriveLong()),
      follow('expensive', derive(200_000)),
      follow('usual', derive(2_000)),
      follow('cheap', derive(1)),
    ]);
    expect(ended).toEqual(['first', 'cheap', 'usual', 'expensive']);
  });

  it('does not let cheap keys of one account hold up an expensive one of another', async () => {
    let left = 200;
    const flood = async (): Promise<void> => {
      while (left-- > 0) await follow('cheap', derive(1_000, 30_000, 'hostile'));
    };
    const floods = Array.from({ length: 10 }, flood);
    await derive(1);
    await follow('honest', derive(50_000));
    // While its own 50,000 iterations are due, the others get about as many.
    expect(ended.length).toBeGreaterThan(10);
    expect(ended.length).toBeLessThan(80);
    await Promise.all(floods);
    expect(ended).toHaveLength(201);
  });

  it('does not let expensive keys of many accounts hold up a cheap one of another', async () => {
    const others = Array.from({ length: 6 }, () => follow('expensive', derive(100_000)));
    await others[1];
    await follow('cheap', derive(1));
    expect(ended).toHaveLength(4);
    await Promise.all(others);
  });

  it('refuses more than 16 of one account that wait, and none of another', async () => {
    const keys = Array.from({ length: 20 }, () => derive(1_000, 30_000, 'hostile'));
    await expect(derive(2_000)).resolves.toHaveLength(16);
    const settled = await Promise.allSettled(keys);
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  });

  it('refuses more than 256 that wait', async () => {
    const keys = await Promise.allSettled(Array.from({ length: 260 }, () => derive(1)));
    const refused = keys.flatMap((key) => (key.status === 'rejected' ? [key.reason] : []));
    expect(refused).toHaveLength(3);
    for (const reason of refused) expect(reason).toMatchObject({ errorCode: BUSY });
    await expect(derive(1)).resolves.toHaveLength(16);
  });

  it('refuses a key that waits longer than the time limit of its file', async () => {
    const long = deriveLong();
    const [late, next] = await Promise.allSettled([derive(1, 1), derive(2)]);
    expect(late).toMatchObject({ reason: { errorCode: BUSY } });
    expect(next.status).toBe('fulfilled');
    await long;
    await expect(derive(1, 0)).rejects.toMatchObject({ errorCode: BUSY });
  });

  it('refuses a key that waits for 30 seconds', async () => {
    const long = deriveLong();
    const settled = jest.fn();
    jest.useFakeTimers();
    try {
      const late = new KeyDerivation(origin, {}).derive(password, { ...input, iterations: 1 });
      late.catch(settled);
      await jest.advanceTimersByTimeAsync(29_999);
      expect(settled).not.toHaveBeenCalled();
      jest.advanceTimersByTime(1);
      await expect(late).rejects.toMatchObject({ errorCode: BUSY });
    } finally {
      jest.useRealTimers();
    }
    await long;
  });

  it('reports that the file can be tried again', async () => {
    const { cert, key } = await (await TestAuthority.create()).issueClient();
    const bytes = toPkcs12({ certificates: [cert], keys: [key], passphrase: 'senha' });
    const source = { ...origin, bytes };
    const late = new KeyDerivation(source, {}, 0);
    await expect(readPkcs12(source, 'senha', late)).rejects.toMatchObject({
      errorCode: BUSY,
      message: expect.stringContaining('try again'),
    });
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
      derivation.derive(password, { digest, salt, iterations: 1, length: 16 }, 'key');
    const [failed, derived] = await Promise.allSettled([derive('none'), derive('sha1')]);
    expect(failed.status).toBe('rejected');
    expect(derived).toMatchObject({ status: 'fulfilled', value: { length: 16 } });
  });

  it('does not run for a key that Node derives', async () => {
    const count = countWorkers();
    await derivation.derive(password, { digest: 'sha1', salt, iterations: 1, length: 16 });
    expect(count()[0]).toBe(0);
  });
});
