import { OptionChecker, type OptionRule } from '../../options/index.js';

/** A client of a server, as the argument of a store or cursor. */
export interface CheckedClient {
  readonly client: unknown;
  readonly rule: OptionRule;
}

/**
 * Checks the arguments of a store or cursor.
 *
 * @param owner the class, which the message begins with
 * @throws ConfigurationError that lists all problems
 */
export function checkStore(
  owner: string,
  { client, rule }: CheckedClient,
  options: unknown,
  optionsRule: OptionRule,
): void {
  const checker = new OptionChecker(owner);
  checker.shape(client, rule, 'the first argument');
  checker.shape(options, optionsRule);
  checker.throwIfAny();
}
