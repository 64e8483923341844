import fc from 'fast-check';

/** Values of every type, as JavaScript, JSON and the environment contain them. */
export const VALUES = {
  null: fc.constant(null),
  text: fc.string({ minLength: 1, maxLength: 10 }),
  empty: fc.constant(''),
  number: fc.integer({ min: 1 }),
  flag: fc.constant(true),
  list: fc.constant([]),
  object: fc.constant({}),
  symbol: fc.constant(Symbol('x')),
  bigint: fc.bigInt(),
  function: fc.constant(() => 1),
} as const satisfies Record<string, fc.Arbitrary<unknown>>;

/** The kinds of {@link VALUES} that each option accepts. */
export type Accepted = Readonly<Record<string, readonly (keyof typeof VALUES)[]>>;

/** Calls `check` with values of each kind that an option does not accept. */
export function forWrongValues(
  accepted: Accepted,
  check: (option: string, value: unknown) => void,
): void {
  for (const [option, kinds] of Object.entries(accepted)) {
    for (const [kind, values] of Object.entries(VALUES)) {
      if (kinds.some((one) => one === kind)) continue;
      fc.assert(
        fc.property<[unknown]>(values, (value) => check(option, value)),
        { numRuns: 3 },
      );
    }
  }
}
