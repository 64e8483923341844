import { readPart, type Part } from '../schema/part.js';
import { findTypeDifferences, type Direction } from '../types/compare.js';
import type { TypeShape } from '../types/type-shape.js';
import type { Check, Context, Finding, Subject } from './check.js';

/** The declared body and response types must have the fields, required fields and enum values of their schemas. */
export const checkTypes: Check = (subject, context) => {
  const { file, row } = subject;
  const findings: Finding[] = [];
  let cases = 0;
  if (file.body) {
    const name = row.body?.name.replace(/Dto$/, '') ?? file.name;
    const type = context.types.bodies.get(row.id);
    const part = readPart(context.document, file.body, name);
    findings.push(...differencesBetween(part, type, 'body'));
    cases += 1;
  }
  if (file.response) {
    const type = findResponseType(subject, context);
    const part = readPart(context.document, file.response, `answer to ${file.name}`);
    findings.push(...differencesBetween(part, type, 'answer'));
    cases += 1;
  }
  return cases === 0 ? undefined : { cases, findings };
};

/** A difference names its direction because both directions share schemas. */
export function differencesBetween(
  part: Part,
  type: TypeShape | undefined,
  direction: Direction,
): Finding[] {
  const found = type
    ? findTypeDifferences(part, type, direction)
    : [{ at: part.at, what: 'has no type' }];
  return found.map(({ at, what }) => ({ at: `${direction} ${at}`, what }));
}

/** Returns the response type. The content of a JWS has a type with the name of its schema. */
export function findResponseType(
  { file, row }: Subject,
  { types }: Pick<Context, 'types'>,
): TypeShape | undefined {
  if (row.responseBody !== 'jws') return types.answers.get(row.id);
  return types.named(String(file.response?.$ref).replace(/.*\//, ''));
}
