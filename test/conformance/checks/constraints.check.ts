import { isValidationError } from '../../../lib/index.js';
import { breachesOf } from '../schema/breaches.js';
import { readPart } from '../schema/part.js';
import { holds, joinOutcomes, type Check } from './check.js';
import { inputOf, refusedBy } from './inputs.js';
import { checkRules } from './rules.js';

/** Each rule of a body's schema, broken alone, is refused by the field's name, and nothing is sent. */
export const checkConstraints: Check = async (subject, context) => {
  const { file, row } = subject;
  if (!file.body) return undefined;
  const part = readPart(context.document, file.body, nameOf(row.body?.name ?? file.name));
  const [breach] = [...breachesOf(part)].filter(({ body, named }) =>
    refusedBy(row.body, body).some((path) => named.includes(path)),
  );
  const input = { ...inputOf(subject, context), body: breach?.body };
  const { received, error } = await context.wire.call(row, input, { body: {} });
  return joinOutcomes(
    await checkRules(part, context.document.listedValues, (body) => refusedBy(row.body, body)),
    holds(received === undefined && isValidationError(error), {
      at: file.name,
      what: 'sends a body that its class refuses',
    }),
  );
};

/** A body whose schema has no name goes by that of its class, which is the specification's. */
function nameOf(dto: string): string {
  return dto.replace(/Dto$/, '');
}
