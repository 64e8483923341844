import { ValueError } from '../errors/index.js';
import type { PixScopeGroup } from '../providers/index.js';

/** Scopes as an application writes them: text, a group, or a list of these. */
export type PixScopesInput = string | PixScopeGroup | readonly (string | PixScopeGroup)[];

/** A group of this or of another copy of the library. */
function isScopeGroup(value: unknown): value is PixScopeGroup {
  return Array.isArray((value as PixScopeGroup | null | undefined)?.scopes);
}

function textsOf(item: unknown): readonly string[] {
  if (typeof item === 'string') return [item];
  if (isScopeGroup(item)) return item.scopes;
  throw new TypeError(
    'scopes must be text, a PixScopeGroup or a list of these; got ' +
      (item === null ? 'null' : Array.isArray(item) ? 'a list within a list' : typeof item),
  );
}

/**
 * The scope names in an input, without duplicates, in the given order.
 *
 * @throws ValueError when the input yields no scope: an empty set never means all scopes
 * @throws TypeError when the input is of another type
 *
 * @example parseScopes(['cob.read cob.write', 'cob.read']) // ['cob.read', 'cob.write']
 */
export function parseScopes(input: PixScopesInput): readonly string[] {
  const items: readonly unknown[] = Array.isArray(input) ? input : [input];
  const names = items
    .flatMap(textsOf)
    .flatMap((text) => text.split(/\s+/))
    .filter((name) => name !== '');
  if (names.length === 0) {
    throw new ValueError(
      'scopes yields no scope. Name at least one, or leave scopes out to ask for the full set of the provider.',
    );
  }
  return [...new Set(names)];
}

/**
 * The scopes of several inputs as one, without duplicates, in the given order.
 *
 * @throws ValueError, TypeError as {@link parseScopes}
 *
 * @example composeScopes(pixProviders.bb.scopeGroups.cob, 'pix.read') // ['cob.write', 'cob.read', 'pix.read']
 */
export function composeScopes(...inputs: readonly (string | PixScopeGroup)[]): readonly string[] {
  return parseScopes(inputs);
}
