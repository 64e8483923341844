import { ValueError } from '../errors/index.js';
import type { PixScopeGroup } from '../providers/index.js';

/** Scopes in an application's configuration: text, a group, or a list of these. */
export type PixScopesInput = string | PixScopeGroup | readonly (string | PixScopeGroup)[];

/** Whether a value is a scope group of this or another copy of the library. */
function isScopeGroup(value: unknown): value is PixScopeGroup {
  const scopes: unknown = (value as PixScopeGroup | null | undefined)?.scopes;
  return Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string');
}

function toTexts(item: unknown): readonly string[] {
  if (typeof item === 'string') return [item];
  if (isScopeGroup(item)) return item.scopes;
  throw new TypeError(
    'scopes must be text, a PixScopeGroup or a list of these; got ' +
      (item === null ? 'null' : Array.isArray(item) ? 'a list within a list' : typeof item),
  );
}

/**
 * Parses the scope names of an input, without duplicates, in the given order.
 *
 * @throws ValueError if the input contains no scope: an empty set never means all scopes
 * @throws TypeError if the input has another type
 *
 * @example parseScopes(['cob.read cob.write', 'cob.read']) // ['cob.read', 'cob.write']
 */
export function parseScopes(input: PixScopesInput): readonly string[] {
  const items: readonly unknown[] = Array.isArray(input) ? input : [input];
  const names = items
    .flatMap(toTexts)
    .flatMap((text) => text.split(/\s+/))
    .filter((name) => name !== '');
  if (names.length === 0) {
    throw new ValueError(
      'scopes contains no scope. Set at least one, or omit scopes to request all scopes of the provider.',
    );
  }
  return [...new Set(names)];
}

/**
 * Combines the scopes of several inputs, without duplicates, in the given order.
 *
 * @throws ValueError if the inputs contain no scope
 * @throws TypeError if an input has another type
 *
 * @example composeScopes(pixProviders.bb.scopeGroups.cob, 'pix.read') // ['cob.write', 'cob.read', 'pix.read']
 */
export function composeScopes(...inputs: readonly (string | PixScopeGroup)[]): readonly string[] {
  return parseScopes(inputs);
}
