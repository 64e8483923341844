import { holds, type Check } from './check.js';

/** The scope is the one that the file's `security` demands; none where it demands none. */
export const checkScope: Check = ({ file, row }) => {
  const scopes = file.security.flatMap((scheme) => Object.values(scheme).flat());
  const own = row.scope === null ? [] : [row.scope];
  return holds(scopes.join() === own.join(), {
    at: file.name,
    what: `demands the scope ${scopes.join() || 'none'}; the contract ${own.join() || 'none'}`,
  });
};
