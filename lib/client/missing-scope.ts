import { findFeature, operationName, type PixOperation } from '../contract/index.js';
import { ConfigurationError } from '../errors/index.js';
import { pixScopes, resolveFeatureScopes, type PixProvider } from '../providers/index.js';

/**
 * Returns why the scopes of an account do not permit an operation of a feature, or one with a scope
 * that only its provider has; `undefined` if they do or this cannot be known: the provider may use
 * other scope names, or none.
 *
 * @param asked the scopes of the account's tokens; `undefined` if the provider sends none
 */
export function findMissingScope(
  operation: PixOperation,
  provider: PixProvider,
  asked: readonly string[] | undefined,
): Error | undefined {
  const { scope } = operation;
  if (!asked || scope === null || asked.includes(scope)) return undefined;
  if (!asked.every((name) => isKnown(name, provider))) return undefined;
  const advice = describeScope(operation, scope, provider);
  return advice === undefined
    ? undefined
    : new ConfigurationError(
        `${operationName(operation)} requires the scope ${scope}, and this account requests only ${asked.join(' ')}. ${advice}`,
      );
}

/** Describes how to request the scope of a feature or of one provider; `undefined` for any other. */
function describeScope(
  operation: PixOperation,
  scope: string,
  provider: PixProvider,
): string | undefined {
  const { name } = provider;
  const feature = findFeature(operation);
  if (feature === undefined) {
    return operation.providers === undefined || pixScopes.includes(scope)
      ? undefined
      : `Add ${scope} to scopes if ${name} granted it to this client: scopes: [...ordinaryPixScopes, '${scope}'].`;
  }
  const offered = resolveFeatureScopes(provider, feature);
  if (offered === undefined) {
    return `The profile of ${name} has no ${feature}: add ${scope} to scopes if the provider granted it to this client.`;
  }
  return offered.includes(scope)
    ? `Set features: ['${feature}'], or add ${scope} to scopes, if ${name} granted it to this client.`
    : undefined;
}

/** Whether a name is a scope of the specification, or of a group of the provider. */
function isKnown(name: string, { scopeGroups = {} }: PixProvider): boolean {
  return (
    pixScopes.includes(name) ||
    Object.values(scopeGroups).some(({ scopes }) => scopes.includes(name))
  );
}
