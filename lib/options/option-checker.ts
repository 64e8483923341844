import { randomUUID } from 'node:crypto';
import { ConfigurationError, type PIXErrorOptions, ValueError } from '../errors/index.js';
import {
  OPTIONS,
  type OptionRows,
  type OptionRule,
  anyFunction,
  anything,
  listOf,
  objectOf,
  recordOf,
} from './rules.js';

type ErrorClass = new (message: string, options?: PIXErrorOptions) => Error;

/**
 * Checks options and collects what is wrong, so that one error lists all of it. A problem is a phrase that begins with
 * the name of its option and has no period at its end.
 */
export class OptionChecker {
  readonly #problems: string[] = [];
  readonly #owner: string;
  readonly #errorClass: ErrorClass;

  /** @param owner start of the message, such as the name of the class */
  constructor(owner = '', errorClass: ErrorClass = ConfigurationError) {
    this.#owner = owner;
    this.#errorClass = errorClass;
  }

  add(problem: string | Error): void {
    this.#problems.push(typeof problem === 'string' ? problem : problem.message);
  }

  /** Adds the problem unless the condition holds. */
  require(condition: boolean, problem: string): void {
    if (!condition) this.add(problem);
  }

  /**
   * Checks the types of all options.
   *
   * @param name what messages call the value
   * @returns whether they are right, so that other checks may read them
   */
  shape(options: unknown, rule: OptionRule, name: string = OPTIONS): boolean {
    return rule(options, name, (problem) => this.add(problem));
  }

  /** @throws Error of the class that was given, with every problem in its message */
  throwIfAny(): void {
    if (this.#problems.length === 0) return;
    const owner = this.#owner === '' ? '' : `${this.#owner}: `;
    throw new this.#errorClass(`${owner}${toSentence(this.#problems.join('; '))}`, {
      details: { problems: this.#problems },
    });
  }
}

/** Ends a phrase with a period, unless it is a question. */
export function toSentence(phrase: string): string {
  return /[.?]$/.test(phrase) ? phrase : `${phrase}.`;
}

/**
 * Collects the problems of an account's options, as sentences or errors. A single problem is thrown
 * unchanged. Several problems of the same class are thrown as that class, others as a
 * ConfigurationError.
 */
export class ProblemList extends OptionChecker {
  readonly #errors: Error[] = [];

  override add(problem: string | Error): void {
    const isText = typeof problem === 'string';
    this.#errors.push(isText ? new ConfigurationError(toSentence(problem)) : problem);
  }

  /** Runs a check and returns its result, or `undefined` after recording its error. */
  check<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#errors.push(error as Error);
      return undefined;
    }
  }

  /** Like {@link check}, for asynchronous checks. */
  async checkAsync<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#errors.push(error as Error);
      return undefined;
    }
  }

  override throwIfAny(): void {
    const [first, ...others] = this.#errors;
    if (!first) return;
    if (others.length === 0) throw first;
    const problems = this.#errors.map((error) => error.message);
    const message = `The Pix configuration has ${problems.length} problems:\n- ${problems.join('\n- ')}`;
    const kinds = new Set(this.#errors.map((error) => error.name));
    if (kinds.size === 1 && first.name === 'ValueError') throw new ValueError(message);
    if (kinds.size === 1 && first.name === 'TypeError') throw new TypeError(message);
    throw new ConfigurationError(message, { details: { problems } });
  }
}

/** The rules of the arguments that a module takes in addition to its options, such as `name`. */
type Extras = Readonly<Record<string, OptionRule>>;

const anyObject = recordOf('an object', anything);

const list = listOf('a list', anything);

/**
 * Checks the argument of a module's `forRoot`. The options themselves are checked when the application starts.
 *
 * @param owner what the message begins with: `PixModule.forRoot`
 * @throws ConfigurationError if the argument is not an object, or an additional argument is wrong
 */
export function checkModuleOptions(owner: string, given: unknown, extras: Extras = {}): void {
  checkOptions(owner, given, (value, name, report) => {
    if (!anyObject(value, name, report)) return false;
    const members = value as Readonly<Record<string, unknown>>;
    return Object.entries(extras)
      .map(([key, rule]) => members[key] === undefined || rule(members[key], key, report))
      .every(Boolean);
  });
}

/**
 * Checks the argument of a module's `forRootAsync`.
 *
 * @param owner what the message begins with: `PixModule.forRootAsync`
 * @throws ConfigurationError that lists all problems
 */
export function checkAsyncModuleOptions(owner: string, given: unknown, extras: Extras = {}): void {
  const rule = objectOf<Record<string, unknown>>({
    ...extras,
    imports: list,
    inject: list,
    provideInjectionTokensFrom: list,
    useFactory: anyFunction,
    useClass: anyFunction,
    useExisting: anything,
  });
  checkOptions(owner, given, (value, name, report) => {
    if (!rule(value, name, report)) return false;
    const { useFactory, useClass, useExisting } = value as Record<string, unknown>;
    if (useFactory ?? useClass ?? useExisting) return true;
    report('useFactory, useClass or useExisting is required');
    return false;
  });
}

/** Checks options by the rule of their shape. @throws ConfigurationError that lists all problems */
export function checkOptions(owner: string, given: unknown, rule: OptionRule): void {
  const checker = new OptionChecker(owner);
  checker.shape(given, rule);
  checker.throwIfAny();
}

/** The fields of `Options` that defaults name; none of them is undefined. */
type Complete<Options, Name extends keyof Options> = {
  readonly [Key in Name]-?: Exclude<Options[Key], undefined>;
};

/** Completes options: one that is undefined counts as left out. */
export function applyDefaults<Options extends object, Name extends keyof Options>(
  options: Options,
  defaults: Complete<Options, Name>,
): Complete<Options, Name> {
  const names = Object.keys(defaults) as Name[];
  const entries = names.map((name) => [
    name,
    // oxlint-disable-next-line typescript/prefer-nullish-coalescing -- null is a value
    options[name] === undefined ? defaults[name] : options[name],
  ]);
  return Object.fromEntries(entries) as Complete<Options, Name>;
}

/** The names of the options that have a default. */
type DefaultName<Rows> = {
  [Name in keyof Rows]: Rows[Name] extends { readonly default: unknown } ? Name : never;
}[keyof Rows];

/**
 * Builds the table of the options that an interface declares and describes: their rules, defaults and variables. The
 * compiler reports an option without a row. Example: `defineOptions<PixRetryOptions>()({ attempts: { rule, default: 3 }, … })`.
 */
export function defineOptions<Options extends object>() {
  return <const Rows extends OptionRows<Options>>(
    rows: Rows,
    ...more: [expected?: string, more?: { readonly required: readonly string[] }]
  ) => {
    type Defaults = Complete<Options, DefaultName<Rows> & keyof Options>;
    const entries = Object.entries<object>(rows).flatMap(([name, row]) =>
      'default' in row ? [[name, row.default]] : [],
    );
    const defaults = Object.fromEntries(entries) as Defaults;
    return {
      rows,
      rule: objectOf<Options>(rows, ...more),
      defaults,
      /** Returns the options that have a default, complete. */
      resolve: (options: Options): Defaults => applyDefaults(options, defaults),
    };
  };
}

/**
 * The options of a module as a provider value. Their printed form (`console.log`, `util.inspect`,
 * `JSON.stringify`, `structuredClone`) contains no option.
 */
export class ConcealedOptions<Options> {
  readonly #options: Options;
  /** Nest compares modules by their JSON; other options are another module. */
  readonly #id = randomUUID();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns the concealed options; returns options that are not concealed unchanged. */
  static reveal<Options>(options: Options | ConcealedOptions<Options>): Options {
    return options instanceof ConcealedOptions ? options.#options : options;
  }

  /** Replaces the value of a provider, if it has one. Other providers are unchanged. */
  static conceal<Provider>(provider: Provider): Provider {
    return typeof provider === 'object' && provider !== null && 'useValue' in provider
      ? { ...provider, useValue: new ConcealedOptions(provider.useValue) }
      : provider;
  }

  toJSON(): object {
    return { id: this.#id };
  }
}
