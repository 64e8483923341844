import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { getScope } from '../../errors/index.js';
import { certificateError, type Origin } from './source.js';

/** The limit of one derivation. Exporters use 1 to 600,000, and Firefox 600,000 for the integrity check too. */
const MAX_ITERATIONS = 1_000_000;
/** The limit of a key of PKCS#12's own ciphers, for which exporters use about 2,000. Each takes two derivations. */
const MAX_LEGACY_ITERATIONS = 100_000;
/** The limit of a whole file, which may have any number of encrypted parts. */
const MAX_TOTAL_ITERATIONS = 5_000_000;
const MAX_DERIVATIONS = 64;
/** Derivations that may wait for the one that runs. */
const MAX_WAITING = 256;
/** Of these, those of one account: each of its files derives one key after the other. */
const MAX_OWN = 16;
/** Milliseconds in which the keys of a file must begin to be derived. */
const TIME_LIMIT = 30_000;

/** The input of a key derivation. */
export interface DerivationInput {
  /** The name in Node.js: `sha256`. */
  readonly digest: string;
  readonly salt: Buffer;
  readonly iterations: number;
  /** Length of the key, in bytes. */
  readonly length: number;
}

/** The purposes of keys of PKCS#12's function (RFC 7292, appendix B.3). */
export const PURPOSES = { key: 1, iv: 2, mac: 3 };

/**
 * RFC 7292, appendix B.2, which neither Node.js nor OpenSSL offers asynchronously. The source is
 * text, because bundlers would lose a separate worker file; it uses only `node:crypto`.
 */
const WORKER = `
const { hash } = require('node:crypto');
const { parentPort } = require('node:worker_threads');
const toNumber = (bytes) => BigInt('0x' + bytes.toString('hex'));

parentPort.on('message', ({ digest, salt, iterations, length, password, purpose }) => {
  const size = digest === 'sha384' || digest === 'sha512' ? 128 : 64;
  const repeat = (bytes) => Buffer.alloc(size * Math.ceil(bytes.length / size), bytes);
  const input = Buffer.concat([Buffer.alloc(size, purpose), repeat(salt), repeat(password)]);
  let key = Buffer.alloc(0);
  while (key.length < length) {
    let block = hash(digest, input, 'buffer');
    for (let time = 1; time < iterations; time += 1) block = hash(digest, block, 'buffer');
    key = Buffer.concat([key, block]);
    const added = toNumber(Buffer.alloc(size, block)) + 1n;
    for (let at = size; at < input.length; at += size) {
      const sum = added + toNumber(input.subarray(at, at + size));
      input.write(sum.toString(16).padStart(2 * size, '0').slice(-2 * size), at, 'hex');
    }
  }
  parentPort.postMessage(key.subarray(0, length));
});
`;

/** Milliseconds without a derivation after which the worker ends: longer than between those of one file. */
const IDLE = 100;

/** The worker of all files. */
let worker: Worker | undefined;

async function deriveInWorker(input: object): Promise<Buffer> {
  try {
    worker ??= new Worker(WORKER, { eval: true, execArgv: [], env: {} });
    worker.postMessage(input);
    // Rejects if the worker fails.
    const [key] = (await once(worker, 'message')) as [Uint8Array];
    return Buffer.from(key);
  } catch (error) {
    worker = undefined;
    throw error;
  }
}

/**
 * The derivations that wait for the one that runs, of all files. `end` is when the work ends if all accounts run side by
 * side (fair queueing), on {@link clock}.
 */
const waiting: { party: unknown; work: number; end: number; start: () => void }[] = [];
let running: (typeof waiting)[number] | undefined;
/** How many iterations each account in the queue would have had by now, if all of them ran side by side. */
let clock = 0;

/** Waits until no other derivation runs. @returns `false` if too many wait */
async function takeTurn(party: unknown, work: number): Promise<boolean> {
  const own = waiting.filter((turn) => turn.party === party);
  if (own.length >= MAX_OWN || waiting.length >= MAX_WAITING) return false;
  const end = Math.max(clock, ...own.map((turn) => turn.end)) + work;
  await new Promise<void>((start) => {
    waiting.push({ party, work, end, start });
    if (!running) startNext();
  });
  return true;
}

/** Starts what ends first, so that expensive or many files hold up only those of their own account. */
function startNext(): void {
  // The accounts that have work share what was done.
  const parties = new Set([running, ...waiting].map((turn) => turn?.party));
  clock += (running?.work ?? 0) / parties.size;
  running = waiting.sort((a, b) => a.end - b.end).shift();
  running?.start();
  setTimeout(() => {
    if (running) return;
    void worker?.terminate();
    worker = undefined;
  }, IDLE);
}

/**
 * Derives keys from the passphrase of one file, off the event loop: PBKDF2 in the thread
 * pool of Node.js, PKCS#12's function in a worker thread that all files share. The file determines
 * the number of iterations, so the work is limited, and one key is derived at a time in the process.
 */
export class KeyDerivation {
  #iterations = 0;
  #derivations = 0;

  /**
   * @param origin the file, for errors
   * @param party whose file it is. Default: the account that loads it
   * @param deadline when its last key must begin to be derived, on the clock of `performance`
   */
  constructor(
    readonly origin: Origin,
    private readonly party: unknown = getScope()?.tenantKey ?? getScope(),
    private readonly deadline = performance.now() + TIME_LIMIT,
  ) {}

  /**
   * Derives a key by PKCS#12's function (RFC 7292, appendix B.2) for a purpose, or by PBKDF2 (RFC 8018).
   *
   * @throws CertificateError if the file requires more work than any exporter does, or has waited too long
   */
  async derive(password: Buffer, input: DerivationInput, purpose?: keyof typeof PURPOSES) {
    const { digest, salt, iterations, length } = input;
    const limit = !purpose || purpose === 'mac' ? MAX_ITERATIONS : MAX_LEGACY_ITERATIONS;
    this.#iterations += iterations;
    this.#derivations += 1;
    const isLong = this.#iterations > MAX_TOTAL_ITERATIONS || this.#derivations > MAX_DERIVATIONS;
    if (iterations < 1 || iterations > limit || isLong) throw tooMuchWork(this.origin, limit);
    if (!(await takeTurn(this.party, iterations))) throw certificateError('busy', this.origin);
    try {
      if (performance.now() >= this.deadline) throw certificateError('busy', this.origin);
      if (!purpose) return await promisify(pbkdf2)(password, salt, iterations, length, digest);
      return await deriveInWorker({ ...input, password, purpose: PURPOSES[purpose] });
    } finally {
      startNext();
    }
  }
}

/** @param limit iterations that one derivation may have */
export function tooMuchWork(origin: Origin, limit = MAX_ITERATIONS): Error {
  return certificateError('tooMuchWork', origin, undefined, limit.toLocaleString('en'));
}
