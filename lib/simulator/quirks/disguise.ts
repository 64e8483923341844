import { operationName } from '../../contract/operation.js';
import type { PixOperation } from '../../contract/operation.js';
import { emptyReply, problemReply } from '../http/reply.js';
import type { Reply } from '../http/reply.js';
import { familyProblems } from '../problems/family-problems.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { ProblemBody } from '../problems/simulator-problem.js';
import { errorBody } from './error-bodies.js';
import type { SimulatorQuirks } from './quirks.js';

const NO_BODY: ReadonlySet<number> = new Set([204, 205]);

/** Makes an answer of the specification one of the provider's. */
export function disguise(quirks: SimulatorQuirks, operation: PixOperation, reply: Reply): Reply {
  return reply.status >= 400
    ? disguiseError(quirks, operation, reply)
    : disguiseSuccess(quirks, operation, reply);
}

/** An RFC 7807 problem in the provider's shape. */
export function disguiseError(
  { errors }: SimulatorQuirks,
  { family }: PixOperation,
  reply: Reply,
): Reply {
  const { status, body, headers } = reply;
  const format = errors?.statuses?.[status] ?? errors?.families?.[family] ?? errors?.format;
  if (format === undefined || body === undefined) return reply;
  const { contentType, text } = errorBody(format, JSON.parse(body) as ProblemBody);
  return { status, headers: { ...headers, 'content-type': contentType }, body: text };
}

function disguiseSuccess(quirks: SimulatorQuirks, operation: PixOperation, reply: Reply): Reply {
  const name = operationName(operation);
  if (quirks.emptyIsNotFound?.includes(name) === true && isEmptyPage(operation, reply)) {
    const problem = new SimulatorProblem(familyProblems[operation.family].naoEncontrado, {
      detail: 'Nenhum registro encontrado para os filtros informados.',
    });
    return disguiseError(quirks, operation, problemReply(problem));
  }
  const status = successOf(quirks, operation, reply.status);
  if (NO_BODY.has(status)) return emptyReply(status);
  const { answerNames } = quirks;
  if (answerNames === undefined || reply.body === undefined) return { ...reply, status };
  return { ...reply, status, body: renamed(reply.body, answerNames) };
}

/** The provider's own status for a success of the specification's. */
export function successOf(
  { statuses }: SimulatorQuirks,
  operation: PixOperation,
  status = operation.success[0] ?? 200,
): number {
  return statuses?.[operationName(operation)] ?? statuses?.[status] ?? status;
}

function isEmptyPage({ items = '' }: PixOperation, { body = '{}' }: Reply): boolean {
  const page = JSON.parse(body) as Record<string, unknown>;
  const list = page[items];
  return Array.isArray(list) && list.length === 0;
}

/** JSON text with fields renamed, however deep. */
function renamed(body: string, names: Readonly<Record<string, string>>): string {
  return JSON.stringify(rename(JSON.parse(body), names));
}

function rename(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      (Object.hasOwn(names, name) ? names[name] : undefined) ?? name,
      rename(field, names),
    ]),
  );
}
