import { OptionChecker } from './option-checker.js';
import { anyFunction, anything, listOf, must, objectOf, type OptionRule } from './option-rules.js';

/** The rules of the arguments that a module takes in addition to its options, such as `name`. */
type Extras = Readonly<Record<string, OptionRule>>;

const anyObject = must(
  'an object',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const list = listOf('a list', anything);

/**
 * Checks the argument of a module's `forRoot`. The options themselves are checked when the application starts.
 *
 * @param owner what the message begins with: `PixModule.forRoot`
 * @throws ConfigurationError if the argument is not an object, or an additional argument is wrong
 */
export function checkModuleOptions(owner: string, given: unknown, extras: Extras = {}): void {
  checkShape(owner, given, (value, name, report) => {
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
  checkShape(owner, given, (value, name, report) => {
    if (!rule(value, name, report)) return false;
    const { useFactory, useClass, useExisting } = value as Record<string, unknown>;
    if (useFactory ?? useClass ?? useExisting) return true;
    report('useFactory, useClass or useExisting is required');
    return false;
  });
}

function checkShape(owner: string, given: unknown, rule: OptionRule): void {
  const checker = new OptionChecker(owner);
  checker.shape(given, rule);
  checker.throwIfAny();
}
