import { ConfigurationError } from '../general/configuration.error.js';
import { ValueError } from '../general/value.error.js';
import { OptionChecker, toSentence } from './option-checker.js';

/**
 * Collects the problems of an account's options, as sentences or errors. A single problem is thrown
 * unchanged. Several problems of the same class are thrown as that class, others as a
 * ConfigurationError.
 */
export class ProblemList extends OptionChecker {
  readonly #errors: Error[] = [];

  override add(message: string): void {
    this.#errors.push(new ConfigurationError(toSentence(message)));
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
