import fc from 'fast-check';
import { isPIXError, isPixAPIException } from '../../lib/errors/index.js';

/** One property of one part of the library, checked with any number of generated inputs. */
export interface FuzzTarget {
  readonly name: string;
  /** What must hold for every input. Throws when it does not. */
  prepare(): Promise<fc.IAsyncProperty<[unknown]>> | fc.IAsyncProperty<[unknown]>;
}

export interface FuzzRun {
  readonly runs: number;
  readonly seed: number;
}

/** @throws Error with the smallest input that breaks the property, and the seed that finds it again */
export async function fuzz(target: FuzzTarget, { runs, seed }: FuzzRun): Promise<void> {
  await fc.assert(await target.prepare(), { numRuns: runs, seed });
}

export function property<T>(
  input: fc.Arbitrary<T>,
  check: (value: T) => unknown,
): fc.IAsyncProperty<[unknown]> {
  return fc.asyncProperty(input, async (value) => {
    await check(value);
  });
}

/** The result, or the library's own error. Any other error goes on. */
export async function outcomeOf<T>(work: () => T | Promise<T>): Promise<T | Error> {
  try {
    return await work();
  } catch (error) {
    if (isPIXError(error) || isPixAPIException(error)) return error;
    throw error;
  }
}

interface Change {
  readonly at: number;
  readonly kind: 'set' | 'flip' | 'insert' | 'delete' | 'repeat';
  readonly value: number;
}

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('set', 'flip', 'insert', 'delete', 'repeat'),
    value: fc.nat(255),
  }),
  { maxLength: 5 },
);

/** One of the samples with up to five bytes changed, added, repeated or taken away. */
export function mutated(samples: readonly Buffer[]): fc.Arbitrary<Buffer> {
  return fc.tuple(fc.constantFrom(...samples), changes).map(([sample, list]) => {
    const bytes = [...sample];
    for (const { at, kind, value } of list) {
      const place = bytes.length === 0 ? 0 : at % bytes.length;
      if (kind === 'set') bytes[place] = value;
      if (kind === 'flip') bytes[place] = (bytes[place] ?? 0) ^ (1 << (value % 8));
      if (kind === 'insert') bytes.splice(place, 0, value);
      if (kind === 'delete') bytes.splice(place, value % 8);
      if (kind === 'repeat') bytes.splice(place, 0, ...bytes.slice(place, place + value));
    }
    return Buffer.from(bytes);
  });
}

/** As {@link mutated} for text. */
export function mutatedText(samples: readonly string[]): fc.Arbitrary<string> {
  return mutated(samples.map((text) => Buffer.from(text))).map((bytes) => bytes.toString('utf8'));
}

/** Keys and values that have broken parsers before. */
const hostileKeys = [
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  '',
];

/** Any JSON, with hostile names and the names that a reader looks for. */
export function jsonWith(...names: readonly string[]): fc.Arbitrary<unknown> {
  const key = fc.oneof(
    fc.constantFrom(...hostileKeys),
    fc.constantFrom('x', ...names),
    fc.string(),
  );
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(fc.string(), fc.constantFrom(...hostileKeys), fc.double(), fc.integer()),
      fc.constantFrom(null, true, false),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map(
        // JSON.parse, as opposed to a literal, makes a plain field of __proto__.
        (entries) =>
          JSON.parse(
            `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${JSON.stringify(item)}`).join(',')}}`,
          ) as unknown,
      ),
    ),
  })).value;
}
