import { isValidationError } from '../../../lib/index.js';
import { readPart } from '../schema/part.js';
import { generateViolatingBodies } from '../schema/violating-bodies.js';
import { holds, joinOutcomes, type Check } from './check.js';
import { buildInput, findRefusedPaths } from './inputs.js';
import { checkRules } from './rules.js';

/** Each violated rule of a body schema must be refused with the name of the field before anything is sent. */
export const checkConstraints: Check = async (subject, context) => {
  const { file, row } = subject;
  if (!file.body) return undefined;
  const part = readPart(context.document, file.body, toSchemaName(row.body?.name ?? file.name));
  const [violating] = [...generateViolatingBodies(part)].filter(({ body, named }) =>
    findRefusedPaths(row.body, body).some((path) => named.includes(path)),
  );
  const input = { ...buildInput(subject, context), body: violating?.body };
  const { received, error } = await context.wire.call(row, input, { body: {} });
  return joinOutcomes(
    await checkRules(part, context.document.listedValues, (body) =>
      findRefusedPaths(row.body, body),
    ),
    holds(received === undefined && isValidationError(error), {
      at: file.name,
      what: 'sends a body that its class refuses',
    }),
  );
};

/** A body schema without a name uses that of its class, which comes from the specification. */
function toSchemaName(dto: string): string {
  return dto.replace(/Dto$/, '');
}
