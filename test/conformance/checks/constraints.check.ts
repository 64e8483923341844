import { isValidationError } from '../../../lib/index.js';
import { breachesOf } from '../schema/breaches.js';
import { readPart } from '../schema/part.js';
import { holds, joinOutcomes, type Check } from './check.js';
import { inputOf, refusedBy } from './inputs.js';
import { checkRules } from './rules.js';

/** Each violated rule of a body schema must be refused with the name of the field before anything is sent. */
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

/** A body schema without a name uses that of its class, which comes from the specification. */
function nameOf(dto: string): string {
  return dto.replace(/Dto$/, '');
}
