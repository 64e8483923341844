import { pixScopes } from '../../../lib/index.js';
import { holds, joinOutcomes, type Check } from './check.js';
import { buildInput } from './inputs.js';

/**
 * The scope must be that of `security`, or none. A call with leastPrivilege must use a token with only that scope, and
 * a client of every feature must request it.
 */
export const checkScope: Check = async (subject, context) => {
  const { file, row } = subject;

  const scopes = file.security.flatMap((scheme) => Object.values(scheme).flat());
  const own = row.scope === null ? [] : [row.scope];
  const demand = holds(scopes.join() === own.join(), {
    at: file.name,
    what: `requires the scope ${scopes.join() || 'none'}; the contract ${own.join() || 'none'}`,
  });
  if (row.responseBody === 'jws') return demand;
  const { scope } = await context.wire.call(row, buildInput(subject, context), { body: {} });
  return joinOutcomes(
    demand,
    holds(scope === scopes.join(' '), {
      at: file.name,
      what: `requires the scope ${scopes.join() || 'none'}; it is sent under ${scope ?? 'none'}`,
    }),
    holds(
      scopes.every((each) => pixScopes.includes(each)),
      { at: file.name, what: `requires ${scopes.join()}, which no feature requests` },
    ),
  );
};
