import { redact } from '../errors/index.js';
import { within, type PixRuntime } from '../runtime/index.js';

/**
 * - `up`: the component works, as of this check.
 * - `down`: it failed, or did not answer in time.
 * - `unknown`: its state could not be determined; `reason` states why.
 */
export type PixHealthState = 'up' | 'down' | 'unknown';

/** The state of one component. Contains no secret, tax id or text of an error. */
export interface PixHealthDetail {
  /** The state, as of this check. */
  readonly status: PixHealthState;
  /** Why it is `down` or `unknown`. */
  readonly reason?: string;
  /** Measured values, such as `daysLeft`. */
  readonly [detail: string]: string | number | boolean | undefined;
}

export type Check = () => PixHealthDetail | Promise<PixHealthDetail>;

/**
 * Runs all checks at the same time.
 *
 * @param ms time limit of each check, in milliseconds
 * @returns the states by name; a check that throws is `down`. Never rejects
 */
export async function runChecks<Name extends string>(
  checks: Readonly<Record<Name, Check>>,
  ms: number,
  runtime: PixRuntime,
): Promise<Record<Name, PixHealthDetail>> {
  const names = Object.keys(checks) as Name[];
  const details = await Promise.all(names.map((name) => run(checks[name], ms, runtime)));
  return Object.fromEntries(names.map((name, index) => [name, details[index]])) as Record<
    Name,
    PixHealthDetail
  >;
}

async function run(check: Check, ms: number, runtime: PixRuntime): Promise<PixHealthDetail> {
  try {
    return await within(runtime, ms, 'The check', (async () => check())());
  } catch (error) {
    return { status: 'down', reason: describeFailure(error) };
  }
}

const CODE = /^[A-Z][A-Z0-9_]{1,60}$/;
const NAME = /^[A-Z][A-Za-z]{1,60}$/;

/**
 * Describes an error by its code or class. Never by its message: that of a database client may
 * contain a command with its values.
 */
export function describeFailure(error: unknown): string {
  const { errorCode, code, name } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return redact(findText(CODE, errorCode, code) ?? findText(NAME, name) ?? 'Error');
}

function findText(pattern: RegExp, ...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && pattern.test(value));
}
