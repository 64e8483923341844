import { buildPath, type PathValues } from '../../../lib/contract/index.js';
import { isValidationError } from '../../../lib/index.js';
import { holds, joinOutcomes, NOTHING, type Check, type Finding, type Subject } from './check.js';
import { buildInput, buildPathParams, buildPathPart } from './inputs.js';
import { checkRules } from './rules.js';

/** The method and the path must be those of the file, and the path parameters must apply their rules. */
export const checkRoute: Check = async (subject, context) => {
  const { file, row } = subject;
  const names = file.pathParams.map(({ name }) => name);
  const own = row.params.map(({ name }) => name);
  const parameters = holds(names.join() === own.join(), {
    at: file.name,
    what: `has the parameters ${names.join()}; the contract has ${own.join()}`,
  });
  const rules =
    names.length === 0
      ? NOTHING
      : await checkRules(buildPathPart(subject, context), context.document.listedValues, (values) =>
          refusedInPath(subject, values),
        );
  if (row.responseBody === 'jws') return joinOutcomes(parameters, rules);
  const { received } = await context.wire.call(row, buildInput(subject, context), { body: {} });
  const [method, template = ''] = file.name.split(' ');
  const path = Object.entries(buildPathParams(subject, context)).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    template,
  );
  const wanted = `${method} ${context.wire.root}${path}`;
  const arrived = received && `${received.method} ${received.url.replace(/\?.*/, '')}`;
  const misroute: Finding = { at: file.name, what: `arrives as ${arrived ?? 'nothing'}` };
  return joinOutcomes(parameters, rules, holds(arrived === wanted, misroute));
};

function refusedInPath({ row }: Subject, values: unknown): string[] {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return ['body'];
  try {
    buildPath(row, values as PathValues);
    return [];
  } catch (error) {
    if (isValidationError(error)) return error.violacoes.map(({ propriedade }) => propriedade);
    throw error;
  }
}
