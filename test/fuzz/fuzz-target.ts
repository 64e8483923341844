import fc from 'fast-check';
import { isGeneralPixError, isPixAPIException } from '../../lib/errors/index.js';

/** A property of one part of the library, checked with generated inputs. */
export interface FuzzTarget {
  readonly name: string;
  /** Throws when an input does not satisfy the property. */
  prepare(): Promise<fc.IAsyncProperty<[unknown]>> | fc.IAsyncProperty<[unknown]>;
}

export interface FuzzRun {
  readonly runs: number;
  readonly seed: number;
}

/** @throws Error with the smallest failing input, and the seed that generates it again */
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

/** Returns the result, or the library's own error. Rethrows any other error. */
export async function toOutcome<T>(work: () => T | Promise<T>): Promise<T | Error> {
  try {
    return await work();
  } catch (error) {
    if (isGeneralPixError(error) || isPixAPIException(error)) return error;
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

/** Generates samples with up to five bytes changed, inserted, repeated or deleted. */
export function mutate(samples: readonly Buffer[]): fc.Arbitrary<Buffer> {
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

/** As {@link mutate}, for text. */
export function mutateText(samples: readonly string[]): fc.Arbitrary<string> {
  return mutate(samples.map((text) => Buffer.from(text))).map((bytes) => bytes.toString('utf8'));
}

/** Property names that have caused defects in parsers. */
const hostileKeys = [
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  '',
];

/** Generates any JSON, with hostile names and with the names that a parser reads. */
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
        // JSON.parse, unlike a literal, creates an ordinary property __proto__.
        (entries) =>
          JSON.parse(
            `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${JSON.stringify(item)}`).join(',')}}`,
          ) as unknown,
      ),
    ),
  })).value;
}
