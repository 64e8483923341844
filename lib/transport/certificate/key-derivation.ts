import { pbkdf2, scrypt } from 'node:crypto';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';

/** The limit of one derivation. Exporters use 1 to 600,000. */
export const MAX_ITERATIONS = 1_000_000;
/** The limit of a whole file, which may have any number of encrypted parts. */
const MAX_TOTAL_ITERATIONS = 5_000_000;
const MAX_DERIVATIONS = 64;

/**
 * The limits of scrypt, as N × r × p and as memory in bytes: 64 and 4 times what OpenSSL writes.
 */
const MAX_SCRYPT_WORK = 2 ** 23;
const MAX_SCRYPT_MEMORY = 2 ** 26;

/** A file requires more work than any exporter does. */
export class WorkLimitError extends Error {}

/** The input of a key derivation. */
export interface DerivationInput {
  /** The name in Node.js: `sha256`. */
  readonly digest: string;
  readonly salt: Buffer;
  readonly iterations: number;
  /** Length of the key, in bytes. */
  readonly length: number;
}

/** Parameters of scrypt (RFC 7914). */
export interface ScryptInput {
  readonly salt: Buffer;
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly length: number;
}

/** The purpose of a derived key (RFC 7292, appendix B.3). */
export type KeyPurpose = 1 | 2 | 3;

/** The purpose of the key that protects the integrity of a file. */
export const MAC_KEY: KeyPurpose = 3;

/**
 * RFC 7292, appendix B.2, which neither Node.js nor OpenSSL offers asynchronously. The source is
 * text, because bundlers would lose a separate worker file; it uses only `node:crypto`.
 */
const WORKER = `
const { createHash } = require('node:crypto');
const { parentPort } = require('node:worker_threads');

function repeated(bytes, size) {
  const out = Buffer.alloc(bytes.length === 0 ? 0 : size * Math.ceil(bytes.length / size));
  for (let at = 0; at < out.length; at += 1) out[at] = bytes[at % bytes.length];
  return out;
}

function addOne(block, b) {
  let carry = 1;
  for (let at = block.length - 1; at >= 0; at -= 1) {
    carry += block[at] + b[at];
    block[at] = carry & 0xff;
    carry >>= 8;
  }
}

parentPort.on('message', ({ digest, salt, iterations, length, password, purpose }) => {
  const size = digest === 'sha384' || digest === 'sha512' ? 128 : 64;
  const diversifier = Buffer.alloc(size, purpose);
  const input = Buffer.concat([repeated(salt, size), repeated(password, size)]);
  const key = [];
  for (let made = 0; made < length; ) {
    let hash = createHash(digest).update(diversifier).update(input).digest();
    for (let time = 1; time < iterations; time += 1) hash = createHash(digest).update(hash).digest();
    key.push(hash);
    made += hash.length;
    const b = repeated(hash, size).subarray(0, size);
    for (let at = 0; at < input.length; at += size) addOne(input.subarray(at, at + size), b);
  }
  parentPort.postMessage(Buffer.concat(key).subarray(0, length));
});
`;

/** Milliseconds without a derivation after which the worker ends: longer than between those of one file. */
const IDLE = 100;

/** The worker of all files, and the number of derivations that wait for it. */
let worker: Worker | undefined;
let waiting = 0;
let queue: Promise<unknown> = Promise.resolve();

/** Derives a key in the worker after those that were requested before. */
function deriveInWorker(input: object): Promise<Buffer> {
  waiting += 1;
  const derived = queue.then(async () => {
    try {
      worker ??= new Worker(WORKER, { eval: true, execArgv: [], env: {} });
      // Rejects if the worker fails.
      const answer = once(worker, 'message');
      worker.postMessage(input);
      const [key] = (await answer) as [Uint8Array];
      return Buffer.from(key);
    } catch (error) {
      worker = undefined;
      throw error;
    } finally {
      waiting -= 1;
      setTimeout(endIdleWorker, IDLE);
    }
  });
  queue = derived.catch(() => undefined);
  return derived;
}

function endIdleWorker(): void {
  if (waiting > 0) return;
  void worker?.terminate();
  worker = undefined;
}

/**
 * Derives keys from the passphrase of one file, off the event loop: PBKDF2 and scrypt in the thread
 * pool of Node.js, PKCS#12's function in a worker thread that all files share. The file determines
 * the number of iterations, so the work is limited.
 */
export class KeyDerivation {
  #iterations = 0;
  #derivations = 0;

  /**
   * Derives a key by PBKDF2 (RFC 8018).
   *
   * @throws WorkLimitError
   */
  pbkdf2(password: Buffer, { digest, salt, iterations, length }: DerivationInput): Promise<Buffer> {
    this.#count(iterations);
    return promisify(pbkdf2)(password, salt, iterations, length, digest);
  }

  /**
   * Derives a key by scrypt (RFC 7914).
   *
   * @throws WorkLimitError
   */
  scrypt(password: Buffer, { salt, N, r, p, length }: ScryptInput): Promise<Buffer> {
    this.#count(1);
    const work = N * r * p;
    // Node.js replaces 0 by its defaults.
    if (work === 0 || work > MAX_SCRYPT_WORK) throw new WorkLimitError();
    return new Promise((resolve, reject) => {
      scrypt(password, salt, length, { N, r, p, maxmem: MAX_SCRYPT_MEMORY }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  }

  /**
   * Derives a key by PKCS#12's function (RFC 7292, appendix B.2).
   *
   * @throws WorkLimitError
   */
  async pkcs12(password: Buffer, input: DerivationInput, purpose: KeyPurpose): Promise<Buffer> {
    this.#count(input.iterations);
    return deriveInWorker({ ...input, password, purpose });
  }

  #count(iterations: number): void {
    if (iterations < 1 || iterations > MAX_ITERATIONS) throw new WorkLimitError();
    this.#iterations += iterations;
    this.#derivations += 1;
    if (this.#iterations > MAX_TOTAL_ITERATIONS || this.#derivations > MAX_DERIVATIONS) {
      throw new WorkLimitError();
    }
  }
}
