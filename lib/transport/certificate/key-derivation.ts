import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { getScope } from '../../errors/index.js';

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

/** A file requires more work than any exporter does. */
export class WorkLimitError extends Error {
  constructor(
    /** Iterations that one derivation may have. */
    readonly limit = MAX_ITERATIONS,
  ) {
    super();
  }
}

/** Too many keys are derived at a time, or the file has waited too long for them. */
export class BusyError extends Error {}

/** The input of a key derivation. */
export interface DerivationInput {
  /** The name in Node.js: `sha256`. */
  readonly digest: string;
  readonly salt: Buffer;
  readonly iterations: number;
  /** Length of the key, in bytes. */
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

/** The worker of all files. */
let worker: Worker | undefined;

async function deriveInWorker(input: object): Promise<Buffer> {
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
  }
}

interface Turn {
  readonly party: unknown;
  readonly work: number;
  readonly end: number;
  readonly timer: NodeJS.Timeout;
  readonly start: () => void;
}

/** The derivation that runs, of any file, and those that wait for it. */
let running: Turn | undefined;
const waiting: Turn[] = [];
/** When the work of each account ends if all accounts run side by side, in iterations of each (fair queueing). */
const ends = new Map<unknown, number>();
let clock = 0;

/** Waits until no other derivation runs. @throws BusyError */
async function takeTurn(party: unknown, work: number, deadline: number): Promise<void> {
  const left = deadline - performance.now();
  const own = waiting.filter((turn) => turn.party === party).length;
  if (left <= 0 || own >= MAX_OWN || waiting.length >= MAX_WAITING) throw new BusyError();
  const end = Math.max(clock, ends.get(party) ?? 0) + work;
  ends.set(party, end);
  await new Promise<void>((start, reject) => {
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(turn), 1);
      reject(new BusyError());
    }, left);
    const turn = { party, work, end, timer, start };
    waiting.push(turn);
    if (!running) startNext();
  });
}

/** Starts what ends first, so that expensive or many files hold up only those of their own account. */
function startNext(): void {
  // The accounts that have work share what was done.
  if (running)
    clock += running.work / new Set([running, ...waiting].map((turn) => turn.party)).size;
  running = waiting.sort((a, b) => a.end - b.end).shift();
  clearTimeout(running?.timer);
  running?.start();
  if (running) return;
  ends.clear();
  clock = 0;
  setTimeout(endIdleWorker, IDLE);
}

function endIdleWorker(): void {
  if (running) return;
  void worker?.terminate();
  worker = undefined;
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
   * @param party whose file it is. Default: the account that loads it
   * @param deadline when its last key must begin to be derived, on the clock of `performance`
   */
  constructor(
    private readonly party: unknown = getScope()?.tenantKey ?? getScope(),
    private readonly deadline = performance.now() + TIME_LIMIT,
  ) {}

  /**
   * Derives a key by PBKDF2 (RFC 8018).
   *
   * @throws WorkLimitError, BusyError
   */
  pbkdf2(password: Buffer, { digest, salt, iterations, length }: DerivationInput): Promise<Buffer> {
    return this.#run(iterations, MAX_ITERATIONS, () =>
      promisify(pbkdf2)(password, salt, iterations, length, digest),
    );
  }

  /**
   * Derives a key by PKCS#12's function (RFC 7292, appendix B.2).
   *
   * @throws WorkLimitError, BusyError
   */
  pkcs12(password: Buffer, input: DerivationInput, purpose: KeyPurpose): Promise<Buffer> {
    const limit = purpose === MAC_KEY ? MAX_ITERATIONS : MAX_LEGACY_ITERATIONS;
    const derive = () => deriveInWorker({ ...input, password, purpose });
    return this.#run(input.iterations, limit, derive);
  }

  async #run(iterations: number, limit: number, derive: () => Promise<Buffer>): Promise<Buffer> {
    if (iterations < 1 || iterations > limit) throw new WorkLimitError(limit);
    this.#iterations += iterations;
    this.#derivations += 1;
    if (this.#iterations > MAX_TOTAL_ITERATIONS || this.#derivations > MAX_DERIVATIONS) {
      throw new WorkLimitError();
    }
    await takeTurn(this.party, iterations, this.deadline);
    try {
      return await derive();
    } finally {
      startNext();
    }
  }
}
