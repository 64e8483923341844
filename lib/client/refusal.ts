import { operationName, type PixOperation } from '../contract/index.js';
import { NotImplementedError, ValueError } from '../errors/index.js';
import type { PixEnvironment, PixProvider } from '../providers/index.js';

/**
 * Returns why a provider cannot serve an operation in an environment, or `undefined`
 * (docs/decisions.md D32). Checked before anything is sent, including the token request.
 */
export function findRefusal(
  operation: PixOperation,
  provider: PixProvider,
  environment: PixEnvironment,
): Error | undefined {
  const name = operationName(operation);
  if (operation.providers && !operation.providers.includes(provider.name)) {
    return new NotImplementedError(
      `${name} exists only at ${operation.providers.join(', ')}; this client uses ${provider.name}.`,
    );
  }
  const instead = provider.unsupported?.[name];
  if (instead !== undefined) {
    return new NotImplementedError(`${provider.name} does not offer ${name}: ${instead}.`);
  }
  if (environment === 'production' && provider.sandboxOnly?.includes(name)) {
    return new ValueError(
      `${name} exists only in the sandbox of ${provider.name}; this client is set to production.`,
    );
  }
  if (environment === 'sandbox' && provider.productionOnly?.includes(name)) {
    return new ValueError(
      `${name} exists only in production of ${provider.name}; this client is set to the sandbox.`,
    );
  }
  return undefined;
}
