import { allOperations } from '../contract/index.js';
import type { PixFamily } from '../contract/index.js';
import { PixScopeGroup } from './scope-group.js';

function scopesOf(family?: PixFamily): readonly string[] {
  const scopes = allOperations
    .filter((operation) => family === undefined || operation.family === family)
    .map((operation) => operation.scope)
    .filter((scope) => scope !== null);
  return Object.freeze([...new Set(scopes)]);
}

/**
 * Every scope of the Pix API, from its operations: what a profile asks for when it names no set of its own
 * (interface.md, Authentication 7; decisions.md, Operations).
 */
export const pixScopes: readonly string[] = scopesOf();

/** The scopes of one family of the Pix API, as a group to pass as `scopes`. */
export function familyScopes(family: PixFamily): PixScopeGroup {
  return new PixScopeGroup(family, scopesOf(family), `all operations of /${family}`);
}
