import { findFeature, operationName, type PixOperation } from '../contract/index.js';
import { ConfigurationError } from '../errors/index.js';
import { pixScopes, resolveFeatureScopes, type PixProvider } from '../providers/index.js';

/**
 * Returns why the scopes of an account do not permit an operation of a feature, or `undefined` if
 * they do or this cannot be known: the provider may use other scope names, or none.
 *
 * @param asked the scopes of the account's tokens; `undefined` if the provider sends none
 */
export function findMissingScope(
  operation: PixOperation,
  provider: PixProvider,
  asked: readonly string[] | undefined,
): Error | undefined {
  const { scope } = operation;
  const feature = findFeature(operation);
  if (!asked || feature === undefined || scope === null || asked.includes(scope)) return undefined;
  if (!asked.every((name) => isKnown(name, provider))) return undefined;
  const offered = resolveFeatureScopes(provider, feature);
  if (offered && !offered.includes(scope)) return undefined;
  const needed = `${operationName(operation)} requires the scope ${scope}, and this account requests only ${asked.join(' ')}.`;
  return new ConfigurationError(
    offered
      ? `${needed} Set features: ['${feature}'], or add ${scope} to scopes, if ${provider.name} granted it to this client.`
      : `${needed} The profile of ${provider.name} has no ${feature}: add ${scope} to scopes if the provider granted it to this client.`,
  );
}

/** Whether a name is a scope of the specification, or of a group of the provider. */
function isKnown(name: string, { scopeGroups = {} }: PixProvider): boolean {
  return (
    pixScopes.includes(name) ||
    Object.values(scopeGroups).some(({ scopes }) => scopes.includes(name))
  );
}
