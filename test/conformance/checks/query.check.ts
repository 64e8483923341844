import { getFields } from '../../../lib/contract/index.js';
import { buildExample } from '../schema/build-example.js';
import { type Check, type Context, eachCase, holds, joinOutcomes, type Subject } from './check.js';
import { buildInput, buildQueryPart, findFilterField, findRefusedPaths } from './inputs.js';
import { checkRules } from './rules.js';

/** The query must have the names of the file, each parameter must be sent, and the filter must apply their rules. */
export const checkQuery: Check = async (subject, context) => {
  const { file, row } = subject;
  const names = file.query.map(({ name }) => name);
  const own = row.filter
    ? [...getFields(row.filter)].map(([property, { wire = property }]) => wire)
    : [];
  if (names.length === 0 && own.length === 0) return undefined;
  const missing = names.filter((name) => !own.includes(name));
  const added = own.filter((name) => !names.includes(name));
  return joinOutcomes(
    holds(missing.length === 0, {
      at: file.name,
      what: `has ${missing.join()} in its query; the contract has not`,
    }),
    holds(added.length === 0, {
      at: file.name,
      what: `has no ${added.join()} in its query; the contract has`,
    }),
    await checkRules(buildQueryPart(subject, context), context.document.listedValues, (filter) =>
      findRefusedPaths(row.filter, filter),
    ),
    await eachCase(names, async (name) =>
      (await arrives(subject, context, name))
        ? []
        : [{ at: `${file.name} ${name}`, what: 'does not arrive' }],
    ),
  );
};

/** Returns whether a parameter is sent. A parameter that the filter refuses is not sent. */
async function arrives(subject: Subject, context: Context, name: string): Promise<boolean> {
  const { row } = subject;
  const field = findFilterField(subject, name);
  if (row.responseBody === 'jws' || field === undefined) return true;
  const filter = buildExample(buildQueryPart(subject, context), [{ field }]);
  if (findRefusedPaths(row.filter, filter).length > 0) return true;
  const input = { ...buildInput(subject, context), filter };
  const { received } = await context.wire.call(row, input, { body: {} });
  const { searchParams } = new URL(received?.url ?? '', 'https://localhost');
  return searchParams.get(name) === String(Reflect.get(filter as object, field));
}
