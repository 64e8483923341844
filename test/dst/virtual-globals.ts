import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { Prng } from './prng.js';
import type { VirtualRuntime } from './virtual-runtime.js';

/** The time and randomness of the current run. */
let current: { runtime: VirtualRuntime; prng: Prng } | undefined;

/** Number of uses of the platform's time instead of the runtime port, by function. */
const leaks = new Map<string, number>();

const RealDate = Date;
const realSetTimeout = globalThis.setTimeout;
const realClearTimeout = globalThis.clearTimeout;
const realRandomBytes = crypto.randomBytes;
const realRandomUUID = crypto.randomUUID;
const realNow = performance.now.bind(performance);

/**
 * Replaces the platform's clock, timers and random numbers by those of the current run. Code of the library uses the
 * runtime port; its uses of the platform are deterministic here too, and counted.
 */
export function installVirtualGlobals(): void {
  class VirtualDate extends RealDate {
    constructor(...args: unknown[]) {
      if (args.length === 0) super(now('new Date()'));
      else if (args.length === 1) super(args[0] as number);
      else super(...(args as [number, number]));
    }

    static override now(): number {
      return now('Date.now()');
    }
  }
  globalThis.Date = VirtualDate as DateConstructor;
  performance.now = () => (current === undefined ? realNow() : now('performance.now()'));
  Math.random = () => {
    count('Math.random()');
    return current?.prng.next() ?? 0.5;
  };
  globalThis.setTimeout = ((action: () => void, ms = 0) => {
    if (current === undefined) return realSetTimeout(action, ms);
    count('setTimeout()');
    const cancel = current.runtime.after(ms, action);
    return { unref: () => undefined, ref: () => undefined, cancel };
  }) as typeof setTimeout;
  globalThis.clearTimeout = ((timer?: { cancel: () => void } | NodeJS.Timeout) => {
    if (timer === undefined) return;
    if ('cancel' in timer) timer.cancel();
    else realClearTimeout(timer);
  }) as typeof clearTimeout;
  Object.assign(timers, {
    setTimeout: (ms: number, value: unknown) =>
      new Promise((resolve) => {
        count('timers/promises');
        current?.runtime.after(ms, () => resolve(value));
      }),
  });
  // Identifiers and tokens: random in the library, derived from the seed here.
  Object.assign(crypto, { randomBytes: seededBytes, randomUUID: seededUuid });
  syncBuiltinESMExports();
}

/** Makes a run the source of time and randomness; `undefined` restores the platform's. */
export function useRun(runtime: VirtualRuntime | undefined, seed = 0): void {
  current = runtime && { runtime, prng: new Prng(seed) };
}

/** Uses of the platform's time since the start, by function. */
export function platformUses(): ReadonlyMap<string, number> {
  return leaks;
}

function now(requested: string): number {
  if (current === undefined) return RealDate.now();
  count(requested);
  return requested === 'performance.now()' ? current.runtime.elapsed() : current.runtime.now();
}

function count(requested: string): void {
  if (current !== undefined) leaks.set(requested, (leaks.get(requested) ?? 0) + 1);
}

function seededBytes(length: number): Buffer {
  if (current === undefined) return realRandomBytes(length);
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) bytes[at] = Math.floor(current.prng.next() * 256);
  return bytes;
}

function seededUuid(): string {
  if (current === undefined) return realRandomUUID();
  const hex = seededBytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
