import { isDeepStrictEqual } from 'node:util';
import { isPixAPIException } from '../../../lib/index.js';
import type { SpecifiedProblem } from '../support/document.js';
import { eachCase, type Check, type Context, type Finding, type Subject } from './check.js';
import { buildInput } from './inputs.js';
import { misfits } from './responses.check.js';

/** Each error example of the file must match the problem type, and the thrown error must have its fields. */
export const checkErrors: Check = (subject, context) =>
  eachCase(subject.file.problems, async (problem) => [
    ...misfits(`example ${problem.name}`, context.types.named('PixProblema'), problem.value),
    ...(subject.row.responseBody === 'jws' ? [] : await losses(subject, context, problem)),
  ]);

async function losses(
  subject: Subject,
  context: Context,
  { name, status, value }: SpecifiedProblem,
): Promise<Finding[]> {
  const at = `example ${name}`;
  const input = buildInput(subject, context);
  const { error } = await context.wire.call(subject.row, input, { status, body: value });
  if (!isPixAPIException(error)) return [{ at, what: `is raised as ${String(error)}` }];
  return Object.entries(value as object)
    .filter(([field, part]) => !isDeepStrictEqual(Reflect.get(error, field), part))
    .map(([field]) => ({ at, what: `loses its ${field}` }));
}
