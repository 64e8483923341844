import { pixScopes } from '../../../lib/index.js';
import { holds, joinOutcomes, type Check } from './check.js';
import { inputOf } from './inputs.js';

/**
 * The scope is the one that the file's `security` demands, none where it demands none. A call with least privilege is
 * sent under a token of that scope alone, and a client of every feature asks for it among others.
 */
export const checkScope: Check = async (subject, context) => {
  const { file, row } = subject;

  const scopes = file.security.flatMap((scheme) => Object.values(scheme).flat());
  const own = row.scope === null ? [] : [row.scope];
  const demand = holds(scopes.join() === own.join(), {
    at: file.name,
    what: `demands the scope ${scopes.join() || 'none'}; the contract ${own.join() || 'none'}`,
  });
  if (row.responseBody === 'jws') return demand;
  const { scope } = await context.wire.call(row, inputOf(subject, context), { body: {} });
  return joinOutcomes(
    demand,
    holds(scope === scopes.join(' '), {
      at: file.name,
      what: `demands the scope ${scopes.join() || 'none'}; it is sent under ${scope ?? 'none'}`,
    }),
    holds(
      scopes.every((each) => pixScopes.includes(each)),
      { at: file.name, what: `demands ${scopes.join()}, which no feature asks for` },
    ),
  );
};
