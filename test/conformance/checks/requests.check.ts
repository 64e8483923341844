import { findMismatches } from '../types/find-mismatches.js';
import { eachCase, type Check, type Context, type Finding, type Subject } from './check.js';
import { buildInput, findRefusedPaths } from './inputs.js';

/** Each request example of the file must match the body type, pass its class and be sent unchanged. */
export const checkRequests: Check = ({ file, row }, context) => {
  if (file.bodyExamples.size === 0) return undefined;
  return eachCase(file.bodyExamples, async ([name, example]) => {
    const at = `example ${name}`;
    const type = context.types.bodies.get(row.id);
    const faults = type ? findMismatches(type, example) : [];
    const refused = findRefusedPaths(row.body, example);
    return [
      ...faults.map((fault): Finding => ({ at, what: `does not fit the type: ${fault}` })),
      ...refused.map((path): Finding => ({ at, what: `is refused for ${path}` })),
      ...(refused.length > 0 ? [] : await changesOnTheWay({ file, row }, context, at, example)),
    ];
  });
};

async function changesOnTheWay(
  subject: Subject,
  context: Context,
  at: string,
  body: unknown,
): Promise<Finding[]> {
  const input = { ...buildInput(subject, context), body };
  const before = JSON.stringify(body);
  const { received } = await context.wire.call(subject.row, input, { body: {} });
  if (JSON.stringify(body) !== before) return [{ at, what: 'is modified by the client' }];
  return received?.body === before
    ? []
    : [{ at, what: `arrives as ${received?.body ?? 'nothing'}` }];
}
