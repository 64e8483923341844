import { parseInstant, type PathParams } from 'nestjs-pix/spec';
import type { FieldRule, FieldRules } from '../families/fields.js';
import {
  refuse,
  SimulatorProblem,
  violation,
  type SimulatorViolation,
} from '../families/problems.js';
import type { ApiRequest } from '../http/messages.js';
import { isOnCalendar } from '../kernel/clock.js';
import type { TimedRecord } from '../kernel/records.js';
import type { TimeIndex } from '../kernel/time-index.js';

/** A request to the control API. */
interface ControlCall<Path extends string> {
  readonly request: ApiRequest;
  /** Path parameters, percent-decoded. */
  readonly params: PathParams<Path>;
  readonly query: URLSearchParams;
  /** Reads the body as an object. An empty body is an empty object. */
  readonly body: () => Promise<Body>;
}

type Body = Readonly<Record<string, unknown>>;

/** One operation of the control API. */
export interface ControlRoute {
  readonly method: string;
  /** Path template. */
  readonly path: string;
  /** Status of a success with a body. Without a body the status is 204. */
  readonly status: number;
  /** Returns the body of the response, a {@link Reply}, or `undefined` for an empty response. */
  action(call: ControlCall<string>): unknown;
}

type Line = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/**
 * Returns a route whose action knows the parameters of its path.
 *
 * @param line method and path template: `GET /charges/{txid}`
 * @param status of a success with a body. Default: 200
 */
export function route<const Path extends Line>(
  line: Path,
  action: (call: ControlCall<Path>) => unknown,
  status = 200,
): ControlRoute {
  const [method = '', path = ''] = line.split(' ');
  return { method, path, status, action };
}

export const zeroOrMore: FieldRule<number> = {
  rule: 'deve ser zero ou mais',
  accepts: (value) => Number.isFinite(value) && (value as number) >= 0,
};

export const instant: FieldRule<string> = {
  rule: 'deve ser um instante RFC 3339, do ano 1915 ao 9999',
  accepts: (value) => typeof value === 'string' && isOnCalendar(parseInstant(value)),
};

type Fields<Rules extends FieldRules> = {
  [Name in keyof Rules as Rules[Name] extends { missing: string } ? Name : never]: FieldOf<
    Rules[Name]
  >;
} & {
  [Name in keyof Rules as Rules[Name] extends { missing: string } ? never : Name]?: FieldOf<
    Rules[Name]
  >;
};

type FieldOf<Rule> = Rule extends FieldRule<infer T> ? T : never;

/**
 * Reads the fields of a body that have a rule. A field that is `null` counts as absent.
 *
 * @throws SimulatorProblem `RequisicaoInvalida` with all violations
 */
export function readFields<Rules extends FieldRules>(body: Body, rules: Rules): Fields<Rules> {
  const names = Object.keys(rules);
  const violacoes = names.flatMap((name) => findViolation(name, body[name] ?? undefined, rules));
  refuse('RequisicaoInvalida', violacoes);
  const given = names.filter((name) => (body[name] ?? undefined) !== undefined);
  return Object.fromEntries(given.map((name) => [name, body[name]])) as Fields<Rules>;
}

function findViolation(name: string, value: unknown, rules: FieldRules): SimulatorViolation[] {
  const { rule, accepts, missing } = rules[name] ?? {};
  if (value === undefined) return missing === undefined ? [] : [violation(name, missing)];
  return accepts?.(value) === false ? [violation(name, rule ?? '')] : [];
}

/** Returns what was found. @throws SimulatorProblem `NaoEncontrado` if it is `undefined` */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new SimulatorProblem('NaoEncontrado');
  return value;
}

const MAX_LIMIT = 1_000;

/** Parses the number of items of a list: the query parameter `limit`, at most 1000. Default: 50. */
export function parseLimit(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? 50);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, MAX_LIMIT) : 50;
}

/** Lists the records of several indexes, newest first. */
export function newestFirst<R extends TimedRecord>(...indexes: readonly TimeIndex<R>[]): R[] {
  return indexes
    .flatMap((index) => index.all())
    .sort((one, other) => one.createdAt - other.createdAt)
    .reverse();
}
