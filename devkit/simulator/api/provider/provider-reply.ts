import { operationName, type PixOperation } from 'nestjs-pix/spec';
import { emptyReply, problemReply, type Reply } from '../../http/reply.js';
import { familyProblems } from '../../problems/family-problems.js';
import { SimulatorProblem, type ProblemBody } from '../../problems/simulator-problem.js';
import { toErrorBody } from '../../profiles/error-bodies.js';
import type { SimulatorQuirks } from '../../profiles/quirks.js';
import { withJsonType } from './client-habits.js';

const NO_BODY: ReadonlySet<number> = new Set([204, 205]);

/** Converts a response of the specification to the provider's response. */
export function toProviderReply(
  quirks: SimulatorQuirks,
  operation: PixOperation,
  reply: Reply,
): Reply {
  return reply.status >= 400
    ? toProviderError(quirks, operation, reply)
    : withJsonType(quirks, toProviderSuccess(quirks, operation, reply));
}

/** Converts an RFC 7807 problem to the provider's error format. */
export function toProviderError(
  { errors }: SimulatorQuirks,
  { family }: PixOperation,
  reply: Reply,
): Reply {
  const { status, value, headers } = reply;
  const format = errors?.statuses?.[status] ?? errors?.families?.[family] ?? errors?.format;
  if (format === undefined || value === undefined) return reply;
  const { contentType, ...body } = toErrorBody(format, value as ProblemBody);
  return { status, headers: { ...headers, 'content-type': contentType }, ...body };
}

function toProviderSuccess(quirks: SimulatorQuirks, operation: PixOperation, reply: Reply): Reply {
  const name = operationName(operation);
  if (quirks.emptyIsNotFound?.includes(name) === true && isEmptyPage(operation, reply)) {
    const problem = new SimulatorProblem(familyProblems[operation.family].naoEncontrado, {
      detail: 'Nenhum registro encontrado para os filtros informados.',
    });
    return toProviderError(quirks, operation, problemReply(problem));
  }
  const status = resolveSuccess(quirks, operation, reply.status);
  if (NO_BODY.has(status)) return emptyReply(status);
  const { answerNames } = quirks;
  if (answerNames === undefined || reply.value === undefined) return { ...reply, status };
  return { ...reply, status, value: rename(reply.value, answerNames) };
}

/** Resolves the provider's status for a success status of the specification. */
export function resolveSuccess(
  { statuses }: SimulatorQuirks,
  operation: PixOperation,
  status = operation.success[0] ?? 200,
): number {
  return statuses?.[operationName(operation)] ?? statuses?.[status] ?? status;
}

function isEmptyPage({ items = '' }: PixOperation, { value = {} }: Reply): boolean {
  const list = (value as Readonly<Record<string, unknown>>)[items];
  return Array.isArray(list) && list.length === 0;
}

/** Renames fields at any depth. */
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
