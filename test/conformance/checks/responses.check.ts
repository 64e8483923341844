import { isDeepStrictEqual } from 'node:util';
import { findMoneyDifferences, valueAt } from '../../../lib/contract/index.js';
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
  const answer = toRecord(subject, input, body);
  const trip = await context.wire.call(subject.row, input, { status, body: answer });
  if (isDeepStrictEqual(trip.result, answer)) return [];
  return [{ at: `example ${name}`, what: `is returned as ${String(trip.error ?? trip.result)}` }];
}

/** Returns the example as the record of the call, because the client refuses another one. */
function toRecord({ row }: Subject, { params, body }: Input, example: unknown): object {
  // `structuredClone` returns objects of another realm under Jest.
  const record = JSON.parse(JSON.stringify(example)) as Record<string, unknown>;
  const { field, param } = row.identifier ?? {};
  if (field !== undefined && param !== undefined) record[field] = params[param];
  for (const path of findMoneyDifferences(row, body, record)) {
    const names = path.split('.');
    setValue(record, names, valueAt(body, names));
  }
  // The second attempt of the example of a retry is the one that it asked for.
  const { data } = params;
  if (data !== undefined) setValue(record, ['tentativas', '1', 'dataLiquidacao'], data);
  return record;
}

function setValue(holder: object, [name, ...below]: readonly string[], value: unknown): void {
  const record = holder as Record<string, unknown>;
  if (below.length === 0) record[name!] = value;
  else setValue((record[name!] ??= {}), below, value);
}
