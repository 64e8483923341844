// The rules of options: what a value must be, and how a problem names it.

/** Adds a problem: a phrase that begins with the name of the option and has no period at its end. */
export type ReportProblem = (problem: string | Error) => void;

/**
 * Checks the type of one option. A phrase never contains the value, which may be a secret.
 *
 * @returns whether the value has the right type, so that other checks may read it
 */
export type OptionRule = (value: unknown, name: string, report: ReportProblem) => boolean;

/** The names of all members of a union of objects. */
type MemberName<Options> = Options extends unknown ? keyof Options : never;

/** The environment variable of an option, or of a member of one. */
export interface OptionVariable {
  /** What it contains, for the documentation and the command line. */
  readonly variable: string;
  /** Whether outputs must never contain the value. Default: `false`. */
  readonly secret?: boolean;
  /** Converts its text to the option. Default: the option is the text. */
  readonly parse?: (text: string) => unknown;
}

/** An option: only its rule, or also its default and the variables that set it or its members. */
type OptionRow<Value> =
  | OptionRule
  | ({
      readonly rule: OptionRule;
      readonly default?: Value;
      readonly variables?: Readonly<Record<string, OptionVariable>>;
    } & Partial<OptionVariable>);

/** A row for each option of an object. */
export type OptionRows<Options> = {
  readonly [Name in keyof Options]-?: OptionRow<Exclude<Options[Name], undefined>>;
};

/** A row for each option of a union of objects. */
type UnionRows<Options> = Readonly<Required<Record<MemberName<Options>, OptionRow<unknown>>>>;

/**
 * Builds a rule from a predicate.
 *
 * @param expected what the option must be: `a list of names`
 * @param isReadable whether an invalid value has the right type nevertheless
 */
export function must(
  expected: string,
  isValid: (value: unknown) => boolean,
  isReadable: (value: unknown) => boolean = () => false,
): OptionRule {
  return (value, name, report) => {
    if (isValid(value)) return true;
    const solution = value === null ? ', not null: omit it for the default' : '';
    report(`${name} must be ${expected}${solution}`);
    return isReadable(value);
  };
}

/** Accepts everything: another check is responsible for the option. */
export const anything: OptionRule = () => true;

/** Accepts text, empty text included. */
export const text = must('text', (value) => typeof value === 'string');

export const nonEmptyText = must(
  'a non-empty string, or omitted',
  (value) => typeof value === 'string' && value.trim() !== '',
);

export const anyNumber = must(
  'a number',
  (value) => typeof value === 'number' && !Number.isNaN(value),
);

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Accepts whole numbers. */
export function integer({ min, max = Infinity }: { min: number; max?: number }): OptionRule {
  const open = min === 1 ? 'a positive integer' : `an integer of at least ${min}`;
  return must(
    max === Infinity ? open : `a whole number from ${min} to ${max}`,
    (value) => isNumber(value) && Number.isInteger(value) && value >= min && value <= max,
    isNumber,
  );
}

/**
 * Accepts a time in seconds.
 *
 * @param range `positive` refuses 0; without `max`, any finite number is accepted
 */
export function seconds(range: { positive?: boolean; max?: number } = {}): OptionRule {
  const { positive = false, max = Infinity } = range;
  const open = positive ? 'a positive number of seconds' : 'a number of seconds, 0 or more';
  const limited = positive ? `more than 0 and at most ${max} seconds` : `seconds from 0 to ${max}`;
  return must(
    max === Infinity ? open : limited,
    (value) =>
      isNumber(value) &&
      Number.isFinite(value) &&
      value >= (positive ? Number.MIN_VALUE : 0) &&
      value <= max,
    isNumber,
  );
}

export const anyFunction = must('a function', (value) => typeof value === 'function');

/** Accepts `true` and `false`. Configuration from the environment often contains their text. */
export const flag: OptionRule = (value, name, report) => {
  if (typeof value === 'boolean') return true;
  const solution =
    typeof value === 'string' ? ", not text: convert it, for example with value === 'true'" : '';
  report(`${name} must be true or false${solution}`);
  return false;
};

export function oneOf(values: readonly (string | number | boolean)[]): OptionRule {
  const listed = values.map((value) => (typeof value === 'string' ? `'${value}'` : `${value}`));
  const last = listed.pop() ?? '';
  const expected = listed.length === 0 ? last : `${listed.join(', ')} or ${last}`;
  return must(expected, (value) => values.includes(value as string));
}

/**
 * Accepts an object, such as a store or a client, that has all of the methods.
 *
 * @param optional methods that the object may omit
 */
export function withMethods(
  expected: string,
  methods: readonly string[],
  optional: readonly string[] = [],
): OptionRule {
  return must(
    expected,
    (value) =>
      methods.every((method) => typeof readMember(value, method) === 'function') &&
      optional.every((method) =>
        ['function', 'undefined'].includes(typeof readMember(value, method)),
      ),
  );
}

function readMember(value: unknown, name: string): unknown {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject ? (value as Record<string, unknown>)[name] : undefined;
}

/** Accepts a list whose items follow the rule. */
export function listOf(expected: string, item: OptionRule): OptionRule {
  const isList = must(expected, Array.isArray);
  return (value, name, report) => {
    if (!isList(value, name, report)) return false;
    const items = value as readonly unknown[];
    return items
      .map((member, position) => item(member, `${name}[${position}]`, report))
      .every(Boolean);
  };
}

/** Accepts an object with any names whose values follow the rule, or are `undefined`. */
export function recordOf(expected: string, member: OptionRule): OptionRule {
  const isRecord = must(expected, isPlain);
  return (value, name, report) => {
    if (!isRecord(value, name, report)) return false;
    return Object.entries(value as object)
      .map(([key, each]) => each === undefined || member(each, `${name}.${key}`, report))
      .every(Boolean);
  };
}

/** Accepts one of the values as it is; everything else must follow the rule. */
export function valueOr(values: readonly unknown[], rule: OptionRule): OptionRule {
  return (value, name, report) => values.includes(value) || rule(value, name, report);
}

/** Leaves the check to a function that throws, and reports its error. */
export function parsedBy(parse: (value: never) => unknown): OptionRule {
  return (value, _name, report) => {
    try {
      parse(value as never);
    } catch (error) {
      report(error as Error);
    }
    return true;
  };
}

/** Accepts what the rule accepts; other checks may read the option in any case. */
export function readable(rule: OptionRule): OptionRule {
  return (...given) => rule(...given) || true;
}

/** Applies the first rule whose predicate accepts the value, otherwise the last. */
export function choose(
  when: (value: unknown) => boolean,
  rule: OptionRule,
  otherwise: OptionRule,
): OptionRule {
  return (value, name, report) => (when(value) ? rule : otherwise)(value, name, report);
}

/**
 * Accepts an object whose members are options: reports unknown names, and members that do not follow
 * their rule. A member that is `undefined` counts as left out, which the rule of a required one
 * reports.
 *
 * @param kind what the members are, in messages
 */
export function objectOf<Options>(
  rows: UnionRows<Options>,
  expected = 'an object',
  { kind, required = [] }: { readonly kind?: string; readonly required?: readonly string[] } = {},
): OptionRule {
  const entries = Object.entries<OptionRow<unknown>>(rows);
  const rules = new Map(
    entries.map(([name, row]) => [name, typeof row === 'function' ? row : row.rule]),
  );
  const names = [...rules.keys()];
  const isObject = must(expected, isPlain);
  return (value, name, report) => {
    if (!isObject(value, name, report)) return false;
    const prefix = name === '' || name === OPTIONS ? '' : `${name}.`;
    const members = new Set([...listMembers(value as object), ...required]);
    const usable = [...members].map((key) => {
      const rule = rules.get(key);
      const member = (value as Readonly<Record<string, unknown>>)[key];
      if (!rule) report(describeUnknownName(key, names, prefix, kind));
      const isOmitted = member === undefined && !required.includes(key);
      return !rule || isOmitted || rule(member, `${prefix}${key}`, report);
    });
    return usable.every(Boolean);
  };
}

/** The name of the object that holds all options; messages name its members without it. */
export const OPTIONS = 'the options';

/** Whether a value is an object with members, and no list, map, buffer or other collection. */
function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value);
}

/** Lists the names of the members that code can read: own, inherited, and getters of the class. */
function listMembers(value: object): string[] {
  const names = new Set(Object.keys(value));
  // The last prototype has the members of every object.
  for (let at = getPrototype(value); at && getPrototype(at); at = getPrototype(at)) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (property.enumerable || property.get) names.add(name);
    }
  }
  return [...names];
}

function getPrototype(value: object): object | null {
  return Object.getPrototypeOf(value) as object | null;
}

/**
 * Returns the options as an object that can be copied: spreading an instance of a class loses its
 * getters and inherited members.
 */
export function toPlainOptions<Options extends object>(options: Options): Options {
  return Object.fromEntries(
    listMembers(options).map((name) => [name, (options as Record<string, unknown>)[name]]),
  ) as Options;
}

const IDENTIFIER = /^[\w$-]{1,40}$/;

/**
 * Returns the phrase that reports an unknown name, with the most similar known name.
 *
 * @param prefix text in front of the name, such as the path of its object
 * @param kind what the names are
 */
export function describeUnknownName(
  name: string,
  known: readonly string[],
  prefix = '',
  kind = 'an option',
): string {
  const meant = findClosestName(name, known, ({ length }) => length / 4);
  // Other text is not a misspelled name and may be a secret.
  const shown = IDENTIFIER.test(name) ? name : `a name of ${name.length} characters`;
  const refusal = `${prefix}${shown} is not ${kind}`;
  return meant === undefined
    ? `${refusal}; known: ${known.join(', ')}`
    : `${refusal}: did you mean ${meant}?`;
}

/**
 * Returns the known name that a mistyped one resembles; `undefined` if there is none.
 *
 * @param maxEdits the number of edits up to which a name resembles a known one; at least 1
 */
export function findClosestName(
  name: string,
  known: readonly string[],
  maxEdits: (candidate: string) => number,
): string | undefined {
  const [best] = known
    .map((candidate) => ({
      candidate,
      distance: countEdits(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, maxEdits(best.candidate))
    ? best.candidate
    : undefined;
}

/** Longer texts are not compared; they are not mistyped names. */
const MAX_LENGTH = 64;

/**
 * Counts the edits that convert one text to the other: a character added, removed or replaced, or
 * two neighbors swapped (optimal string alignment distance). Returns `Infinity` if a text has more
 * than 64 characters.
 */
export function countEdits(a: string, b: string): number {
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH) return Infinity;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let at = 1; at <= a.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= b.length; to += 1) {
      const replaced = readCost(row, to - 1) + (a[at - 1] === b[to - 1] ? 0 : 1);
      const edits = Math.min(replaced, readCost(row, to) + 1, readCost(next, to - 1) + 1);
      // Before the first character the value is undefined, which equals no character.
      const areSwapped = a[at - 1] === b[to - 2] && a[at - 2] === b[to - 1];
      next.push(areSwapped ? Math.min(edits, readCost(before, to - 2) + 1) : edits);
    }
    before = row;
    row = next;
  }
  return readCost(row, b.length);
}

function readCost(row: readonly number[], at: number): number {
  return row[at] ?? Infinity;
}

/**
 * Returns the problem of a time in seconds that is above its maximum and was probably given in milliseconds; `undefined`
 * if it is not above it.
 */
export function describeTooLong(name: string, value: unknown, max: number): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= max) return undefined;
  return `${name} is in seconds and at most ${max}, so ${value} is too long. For ${value} milliseconds, set ${value / 1000}`;
}
