import { pbkdf2, scrypt } from 'node:crypto';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';

/** Exporters use 1 to 600,000. */
export const MAX_ITERATIONS = 1_000_000;
/** Of one file in all: a file may hold any number of locked parts. */
const MAX_TOTAL_ITERATIONS = 5_000_000;
const MAX_DERIVATIONS = 64;

/** Of scrypt, N × r × p and the memory in bytes: 64 and 4 times what OpenSSL writes. */
const MAX_SCRYPT_WORK = 2 ** 23;
const MAX_SCRYPT_MEMORY = 2 ** 26;

/** A file asks for more work than any exporter does. */
export class WorkLimitError extends Error {}

/** What a key is derived from. */
export interface DerivationInput {
  /** As Node names it: `sha256`. */
  readonly digest: string;
  readonly salt: Buffer;
  readonly iterations: number;
  /** Bytes of the key. */
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

/** RFC 7292, appendix B.3: what a derived key is for. */
export type KeyPurpose = 1 | 2 | 3;

/**
 * RFC 7292, appendix B.2, which neither Node nor OpenSSL offers asynchronously. It is text because a worker's own file
 * would be lost by bundlers; it needs nothing but `node:crypto`.
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

/**
 * Derives keys from the passphrase of one file, off the event loop: PBKDF2 and scrypt in Node's thread pool, PKCS#12's
 * own function in a worker thread. The file chooses how often to iterate, so the work is limited. Call `close()` at the end.
 */
export class KeyDerivation {
  #worker: Worker | undefined;
  #iterations = 0;
  #derivations = 0;

  /** PBKDF2 (RFC 8018). @throws WorkLimitError */
  pbkdf2(password: Buffer, { digest, salt, iterations, length }: DerivationInput): Promise<Buffer> {
    this.#count(iterations);
    return promisify(pbkdf2)(password, salt, iterations, length, digest);
  }

  /** scrypt (RFC 7914). @throws WorkLimitError */
  scrypt(password: Buffer, { salt, N, r, p, length }: ScryptInput): Promise<Buffer> {
    this.#count(1);
    const work = N * r * p;
    // Node takes its defaults for 0.
    if (work === 0 || work > MAX_SCRYPT_WORK) throw new WorkLimitError();
    return new Promise((resolve, reject) => {
      scrypt(password, salt, length, { N, r, p, maxmem: MAX_SCRYPT_MEMORY }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  }

  /** PKCS#12's own function (RFC 7292, appendix B.2). @throws WorkLimitError */
  async pkcs12(password: Buffer, input: DerivationInput, purpose: KeyPurpose): Promise<Buffer> {
    this.#count(input.iterations);
    this.#worker ??= new Worker(WORKER, { eval: true, execArgv: [], env: {} });
    // Rejects when the worker fails.
    const answer = once(this.#worker, 'message');
    this.#worker.postMessage({ ...input, password, purpose });
    const [key] = (await answer) as [Uint8Array];
    return Buffer.from(key);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
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
