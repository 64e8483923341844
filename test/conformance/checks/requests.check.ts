import { faultsOf } from '../types/fits.js';
import { eachCase, type Check, type Context, type Finding, type Subject } from './check.js';
import { inputOf, refusedBy } from './inputs.js';

/** Each request example of the file must match the body type, pass its class and be sent unchanged. */
export const checkRequests: Check = ({ file, row }, context) => {
  if (file.bodyExamples.size === 0) return undefined;
  return eachCase(file.bodyExamples, async ([name, example]) => {
    const at = `example ${name}`;
    const type = context.types.bodies.get(row.id);
    const faults = type ? faultsOf(type, example) : [];
    const refused = refusedBy(row.body, example);
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
  const input = { ...inputOf(subject, context), body };
  const before = JSON.stringify(body);
  const { received } = await context.wire.call(subject.row, input, { body: {} });
  if (JSON.stringify(body) !== before) return [{ at, what: 'is modified by the client' }];
  return received?.body === before
    ? []
    : [{ at, what: `arrives as ${received?.body ?? 'nothing'}` }];
}
