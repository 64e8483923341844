import { operationName, type PixOperation } from '../contract/index.js';
import { NotImplementedError, ValueError } from '../errors/index.js';
import type { PixEnvironment, PixProvider } from '../providers/index.js';

/**
 * Why a provider can't serve an operation in an environment, if it can't (docs/decisions.md D32). Known
 * before anything is sent, the token request included.
 */
export function refusalOf(
  operation: PixOperation,
  provider: PixProvider,
  environment: PixEnvironment,
): Error | undefined {
  const name = operationName(operation);
  if (operation.providers && !operation.providers.includes(provider.name)) {
    return new NotImplementedError(
      `${name} exists at ${operation.providers.join(', ')} alone; this client talks to ${provider.name}.`,
    );
  }
  const instead = provider.unsupported?.[name];
  if (instead !== undefined) {
    return new NotImplementedError(`${provider.name} does not offer ${name}: ${instead}.`);
  }
  if (environment === 'production' && provider.sandboxOnly?.includes(name)) {
    return new ValueError(
      `${name} exists in the sandbox of ${provider.name} only; this client is set to production.`,
    );
  }
  if (environment === 'sandbox' && provider.productionOnly?.includes(name)) {
    return new ValueError(
      `${name} exists in production of ${provider.name} only; this client is set to the sandbox.`,
    );
  }
  return undefined;
}
