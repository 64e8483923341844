import { readPart } from '../schema/part.js';
import { differencesOf } from '../types/compare.js';
import type { TypeShape } from '../types/type-shape.js';
import type { Check, Context, Finding, Subject } from './check.js';

/** The declared types of body and answer have the fields, demands and listed values of their schemas. */
export const checkTypes: Check = (subject, context) => {
  const { file, row } = subject;
  const findings: Finding[] = [];
  let cases = 0;
  if (file.body) {
    const name = row.body?.name.replace(/Dto$/, '') ?? file.name;
    const type = context.types.bodies.get(row.id);
    const part = readPart(context.document, file.body, name);
    findings.push(
      ...(type ? differencesOf(part, type, 'body') : [{ at: name, what: 'has no type' }]),
    );
    cases += 1;
  }
  if (file.response) {
    const type = answerTypeOf(subject, context);
    const part = readPart(context.document, file.response, `answer to ${file.name}`);
    const { at } = part;
    findings.push(...(type ? differencesOf(part, type, 'answer') : [{ at, what: 'has no type' }]));
    cases += 1;
  }
  return cases === 0 ? undefined : { cases, findings };
};

/** A JWS is text; what it holds has a type with the name of its schema. */
export function answerTypeOf(
  { file, row }: Subject,
  { types }: Pick<Context, 'types'>,
): TypeShape | undefined {
  if (row.responseBody !== 'jws') return types.answers.get(row.id);
  return types.named(String(file.response?.$ref).replace(/.*\//, ''));
}
