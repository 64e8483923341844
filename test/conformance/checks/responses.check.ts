import { isDeepStrictEqual } from 'node:util';
import { findMismatches } from '../types/find-mismatches.js';
import type { TypeShape } from '../types/type-shape.js';
import { eachCase, holds, type Check, type Context, type Finding, type Subject } from './check.js';
import { buildInput } from './inputs.js';
import type { Input } from './recording-client.js';
import { findResponseType } from './types.check.js';

/** The client must return each response example of the file unchanged, and it must match the declared type. */
export const checkResponses: Check = async (subject, context) => {
  const { file, row } = subject;
  const [status = 200] = file.success.keys();
  if (row.responseBody === 'empty') {
    const { result, error } = await context.wire.call(row, buildInput(subject, context), {
      status,
    });
    const what = `an empty ${status} is returned as ${String(error ?? result)}`;
    return holds(error === undefined && result === undefined, { at: file.name, what });
  }
  return eachCase(file.responseExamples, async ([name, example]) => [
    ...misfits(`example ${name}`, findResponseType(subject, context), example),
    ...(row.responseBody === 'jws' ? [] : await changes(subject, context, name, status, example)),
  ]);
};

export function misfits(at: string, type: TypeShape | undefined, example: unknown): Finding[] {
  if (!type) return [{ at, what: 'has no type' }];
  return [...new Set(findMismatches(type, example))].map((fault) => ({ at, what: fault }));
}

async function changes(
  subject: Subject,
  context: Context,
  name: string,
  status: number,
  body: unknown,
): Promise<Finding[]> {
  const input = buildInput(subject, context);
  const answer = setIdentifier(subject, input, body);
  const trip = await context.wire.call(subject.row, input, { status, body: answer });
  if (isDeepStrictEqual(trip.result, answer)) return [];
  return [{ at: `example ${name}`, what: `is returned as ${String(trip.error ?? trip.result)}` }];
}

/** Returns the example with the identifier of the call, because the client refuses another one. */
function setIdentifier({ row }: Subject, { params }: Input, example: unknown): unknown {
  const { field, param } = row.identifier ?? {};
  if (field === undefined || param === undefined) return example;
  return { ...(example as object), [field]: params[param] };
}
