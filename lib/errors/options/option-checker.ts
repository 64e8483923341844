import { ConfigurationError } from '../general/configuration.error.js';
import type { PIXErrorOptions } from '../general/pix.error.js';
import { OPTIONS, type OptionRule } from './option-rules.js';

/** The values that an integer option takes. */
export interface IntegerRange {
  readonly min: number;
  /** Default: no limit. */
  readonly max?: number;
}

/** The values that an option in seconds takes: from 0, or above it. */
export interface SecondsRange {
  /** Whether 0 is refused. Default: no. */
  readonly positive?: boolean;
  /** Default: any finite number. */
  readonly max?: number;
}

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

  add(problem: string): void {
    this.#problems.push(problem);
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

  integer(name: string, value: unknown, range: IntegerRange): void {
    const { min, max = Infinity } = range;
    if (Number.isInteger(value) && isWithin(value as number, min, max)) return;
    this.add(`${name} must be ${describeIntegers(range)}`);
  }

  seconds(name: string, value: unknown, range: SecondsRange = {}): void {
    const { positive = false, max = Infinity } = range;
    if (Number.isFinite(value) && isWithin(value as number, 0, max) && !(positive && value === 0)) {
      return;
    }
    this.add(`${name} must be ${describeSeconds(range)}`);
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

function isWithin(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

function describeIntegers({ min, max }: IntegerRange): string {
  if (max !== undefined) return `a whole number from ${min} to ${max}`;
  return min === 1 ? 'a positive integer' : `an integer of at least ${min}`;
}

function describeSeconds({ positive = false, max }: SecondsRange): string {
  if (max !== undefined) {
    return positive ? `more than 0 and at most ${max} seconds` : `seconds from 0 to ${max}`;
  }
  return positive ? 'a positive number of seconds' : 'a number of seconds, 0 or more';
}
