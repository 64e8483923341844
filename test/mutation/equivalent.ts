import type { Mutant } from './mutants/mutant.js';

/** A mutant that behaves like the original, and the reason. */
export interface Equivalent {
  file: string;
  /** Text that the mutant replaces. */
  original: string;
  replacement: string;
  /** A part of the line, if the replacement is possible in several places of the file. */
  line?: string;
  reason: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'lib/auth/stores.ts',
    original: 'Promise.resolve()',
    replacement: 'undefined',
    reason: 'The requester does not wait for a release.',
  },
  {
    file: 'lib/auth/stores.ts',
    original: 'release?.()',
    replacement: 'release()',
    reason: 'The error of a late lock is ignored.',
  },
  {
    file: 'lib/auth/slots.ts',
    original: '0',
    replacement: '1',
    line: '  #failures = 0;',
    reason: 'The first failure sets it to 0.',
  },
  {
    file: 'lib/transport/adapter.ts',
    original: "'settled'",
    replacement: "''",
    line: "this.#phase === 'received'",
    reason: 'A settled request cannot fail; the check avoids building an error.',
  },
  {
    file: 'lib/client/attempt.ts',
    original: 'kind && endsByKind[kind]',
    replacement: 'endsByKind[kind]',
    reason: 'A failure without a kind has no entry.',
  },
  {
    file: 'lib/brcode/br-code.ts',
    original: '99',
    replacement: '100',
    reason: 'No field has an id of three digits.',
  },
  {
    file: 'lib/brcode/decode.ts',
    original: "id > (ids[index - 1] ?? '')",
    replacement: "id >= (ids[index - 1] ?? '')",
    reason: 'Ids are unique among the fields of a text.',
  },
  {
    file: 'lib/brcode/render.ts',
    original: 'y < side',
    replacement: 'y <= side',
    reason: 'There are no modules below the picture.',
  },
  {
    file: 'lib/brcode/render.ts',
    original: 'x < side',
    replacement: 'x <= side',
    reason: 'There are no modules beside the picture.',
  },
  {
    file: 'lib/brcode/render.ts',
    original: 'data[index] ?? 0',
    replacement: 'data[index]',
    reason: 'The data has every pixel of the picture.',
  },
  {
    file: 'lib/brcode/render.ts',
    original: 'y < size',
    replacement: 'y <= size',
    reason: 'The side of a QR Code and of the picture is odd.',
  },
  {
    file: 'lib/payload/pix-payload.service.ts',
    original: '200',
    replacement: '199',
    reason: 'Node returns no response with status 100 to 199 except the one that follows it.',
  },
  {
    file: 'lib/client/caller.ts',
    original: 'this.#plans.set(operation, plan);',
    replacement: '',
    reason: 'The plan is cached for speed; otherwise it is built again.',
  },
  {
    file: 'lib/client/paginate.ts',
    original: 'items.length > 0',
    replacement: 'items.length >= 0',
    reason: 'JSON.stringify also returns undefined for the item of an empty page.',
  },
  {
    file: 'lib/options/rules.ts',
    original: '1',
    replacement: '2',
    line: '{ length: b.length + 1 }',
    reason: 'The row has one entry that is not read.',
  },
  {
    file: 'lib/options/rules.ts',
    original: 'row[at] ?? Infinity',
    replacement: 'row[at]',
    reason: 'Every entry that is read exists.',
  },
  {
    file: 'lib/contract/validation/class-validator.ts',
    original: 'args?.object ?? {}',
    replacement: 'args?.object',
    reason: 'The caller of a rule passes the object of the value.',
  },
  {
    file: 'lib/contract/validation/class-validator.ts',
    original: 'args?.object',
    replacement: 'args.object',
    reason: 'The caller of a rule passes the object of the value.',
  },
  {
    file: 'lib/contract/validation/check.ts',
    original: 'Infinity',
    replacement: 'undefined',
    reason: 'Neither is less than a number.',
  },
  {
    file: 'lib/contract/validation/check.ts',
    original: "words[at] ?? ''",
    replacement: 'words[at]',
    reason: 'There are as many words as in the known name.',
  },
  {
    file: 'lib/contract/validation/class-validator.ts',
    original: 'value !== null && !Array.isArray(value)',
    replacement: '!Array.isArray(value)',
    reason: 'ValidateNested refuses null as well, but only from class-validator 0.15 on.',
  },
  {
    file: 'lib/contract/validation/check.ts',
    original: 'plans.set(dto, plan);',
    replacement: '',
    reason: 'The plan is cached for speed; otherwise it is compiled again.',
  },
  {
    file: 'lib/contract/validation/fields.ts',
    original: 'text.length <= 2 * max && Array.from(text).length <= max',
    replacement: 'Array.from(text).length <= max',
    reason: 'The first condition only avoids a count.',
  },
  {
    file: 'lib/contract/validation/fields.ts',
    original: '2',
    replacement: '3',
    line: '2 * max',
    reason: 'The first condition only avoids a count.',
  },
  {
    file: 'lib/contract/validation/fields.ts',
    original: 'text.length <= max',
    replacement: 'text.length < max',
    reason: 'A text of that length passes the count below.',
  },
  {
    file: 'lib/receiver/provider/provider-verifier.ts',
    original: 'devolucao && contradictions.length === 0',
    replacement: 'contradictions.length === 0',
    reason: 'A refund that the provider does not have is a contradiction.',
  },
];

export interface Separated {
  toEvaluate: Mutant[];
  equivalent: Mutant[];
  /** Entries that match no mutant. */
  stale: Equivalent[];
}

/** Separates the equivalent mutants. `readLine` returns the first line of a mutant. */
export function separateEquivalents(
  mutants: readonly Mutant[],
  entries: readonly Equivalent[],
  readLine: (mutant: Mutant) => string,
): Separated {
  const used = new Set<Equivalent>();
  const equivalent = mutants.filter((mutant) => {
    const entry = entries.find(
      ({ file, original, replacement, line }) =>
        file === mutant.file &&
        original === mutant.original &&
        replacement === mutant.replacement &&
        readLine(mutant).includes(line ?? ''),
    );
    if (entry !== undefined) used.add(entry);
    return entry !== undefined;
  });
  const excluded = new Set(equivalent);
  return {
    toEvaluate: mutants.filter((mutant) => !excluded.has(mutant)),
    equivalent,
    stale: entries.filter((entry) => !used.has(entry)),
  };
}
