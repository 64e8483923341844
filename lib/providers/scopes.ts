import { allOperations, type PixFamily } from '../contract/index.js';
import { PixScopeGroup } from './scope-group.js';

function listScopes(family?: PixFamily): readonly string[] {
  const scopes = allOperations
    .filter((operation) => family === undefined || operation.family === family)
    .map((operation) => operation.scope)
    .filter((scope) => scope !== null);
  return Object.freeze([...new Set(scopes)]);
}

/**
 * Every scope of the Pix API, collected from its operations: the default scopes of a profile
 * (docs/interface.md#scopes, docs/decisions.md D37).
 */
export const pixScopes: readonly string[] = listScopes();

/**
 * Builds a scope group for each family (`cob`, `cobv`, …) from the scopes of a provider.
 *
 * @param known the scopes of the provider
 */
export function familyScopeGroups(known: readonly string[]): Record<string, PixScopeGroup> {
  const families = [...new Set(allOperations.map(({ family }) => family))];
  const groups = families.map((family) => {
    const scopes = listScopes(family).filter((scope) => known.includes(scope));
    return new PixScopeGroup(family, scopes, `all operations of /${family}`);
  });
  return Object.fromEntries(
    groups.filter(({ scopes }) => scopes.length > 0).map((group) => [group.name, group]),
  );
}
