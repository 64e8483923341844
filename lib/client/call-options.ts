import { ValueError } from '../errors/index.js';
import {
  anyFunction,
  anything,
  flag,
  objectOf,
  OptionChecker,
  recordOf,
  text,
  withMethods,
  type OptionRule,
  type OptionShape,
} from '../options/index.js';
import type {
  PixCandidatePeriod,
  PixIterateOptions,
  PixRequestOptions,
} from './request-options.js';

/** Options with the rule `anything` are checked separately; that check accepts values of any type. */
const shape: OptionShape<PixRequestOptions> = {
  headers: recordOf("an object such as { 'x-header': 'value' }", text),
  timeout: anything,
  deadline: anything,
  signal: withMethods('an AbortSignal', ['addEventListener']),
  scopes: anything,
  retry: anything,
};

const requestRule = objectOf<PixRequestOptions>(shape);
const iterateRule = objectOf<PixIterateOptions>({
  ...shape,
  onPage: anyFunction,
  splitPeriods: flag,
});
const periodRule = objectOf<PixCandidatePeriod>({ inicio: anything, fim: anything });

const NAMES: ReadonlySet<string> = new Set(Object.keys(shape));

/**
 * Checks the names and types of the options of a call. Allocates nothing if the options are valid.
 *
 * @throws ValueError that lists all problems
 */
export function assertRequestOptions(options: PixRequestOptions): void {
  if (!isUsual(options)) assertShape(options, requestRule);
}

/**
 * Checks the names and types of the options of an iteration.
 *
 * @throws ValueError that lists all problems
 */
export function assertIterateOptions(options: PixIterateOptions): void {
  assertShape(options, iterateRule);
}

/**
 * Checks the period of a search for candidates.
 *
 * @throws ValueError that lists all problems
 */
export function assertPeriod(period: PixCandidatePeriod): void {
  assertShape(period, periodRule, 'the period');
}

/** Whether options have only known names, no `headers`, and no `signal` of another class. */
function isUsual(options: unknown): boolean {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return false;
  for (const name in options) if (!NAMES.has(name)) return false;
  const { headers, signal } = options as PixRequestOptions;
  return headers === undefined && (signal === undefined || signal instanceof AbortSignal);
}

function assertShape(options: unknown, rule: OptionRule, owner = ''): void {
  const checker = new OptionChecker(owner, ValueError);
  checker.shape(options, rule);
  checker.throwIfAny();
}
