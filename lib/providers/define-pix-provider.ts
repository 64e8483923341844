import { pixFamilies, pixFeatures } from '../contract/index.js';
import { listOf, OptionChecker, text } from '../options/index.js';
import { listProviderScopes } from './features.js';
import { profileRule } from './profile-shape.js';
import type { PixProvider, PixProviderAddresses } from './provider.js';
import { familyScopeGroups } from './scopes.js';

function checkUrl(field: string, value: unknown, checker: OptionChecker): void {
  if (typeof value !== 'string' || !URL.canParse(value)) {
    checker.add(`${field} must be an absolute URL`);
    return;
  }
  const { protocol, username, password } = new URL(value);
  if (protocol !== 'https:') checker.add(`${field} must be https`);
  else if (username + password !== '') checker.add(`${field} must not contain credentials`);
}

const featureScopes = listOf('a list of scope names', text);

interface UncheckedAddresses {
  readonly baseUrl?: unknown;
  readonly tokenUrl?: unknown;
  readonly families?: unknown;
  readonly operations?: unknown;
}

/** The fields without types: a configuration is not always type-checked. */
type Unchecked = { readonly [Key in keyof PixProvider]?: unknown };

function checkAddresses(
  name: string,
  addresses: unknown,
  needsToken: boolean,
  checker: OptionChecker,
): void {
  const { baseUrl, tokenUrl, families, operations } = (addresses ?? {}) as UncheckedAddresses;
  checkUrl(`${name}.baseUrl`, baseUrl, checker);
  if (needsToken || tokenUrl !== undefined) checkUrl(`${name}.tokenUrl`, tokenUrl, checker);
  checkFamilies(`${name}.families`, families, checker);
  for (const [operation, address] of Object.entries(operations ?? {})) {
    checkUrl(`${name}.operations.${operation}`, address, checker);
  }
}

function checkFamilies(field: string, families: unknown, checker: OptionChecker): void {
  for (const [family, address] of Object.entries((families ?? {}) as Record<string, unknown>)) {
    checker.require(
      pixFamilies.some((known) => known === family),
      `${field}.${family} is not a family (${pixFamilies.join(', ')})`,
    );
    const { baseUrl, tokenUrl } = (address ?? {}) as UncheckedAddresses;
    checkUrl(`${field}.${family}.baseUrl`, baseUrl, checker);
    if (tokenUrl !== undefined) checkUrl(`${field}.${family}.tokenUrl`, tokenUrl, checker);
  }
}

function checkFeatures(features: unknown, checker: OptionChecker): void {
  for (const [feature, scopes] of Object.entries((features ?? {}) as Record<string, unknown>)) {
    checker.require(
      pixFeatures.some((known) => known === feature),
      `features.${feature} is not a feature (${pixFeatures.join(', ')})`,
    );
    if (scopes !== undefined)
      featureScopes(scopes, `features.${feature}`, (problem) => checker.add(problem));
  }
}

function checkRateLimits(field: string, limits: unknown, checker: OptionChecker): void {
  for (const [name, limit] of Object.entries((limits ?? {}) as Record<string, unknown>)) {
    if (limit !== undefined) checker.integer(`${field}.${name}`, limit, { min: 1 });
  }
}

function checkProvider(provider: Unchecked, checker: OptionChecker): void {
  const { name, production, sandbox, scopes, features, rateLimits } = provider;
  const { mode, rateLimits: sandboxLimits } = (sandbox ?? {}) as {
    mode?: unknown;
    rateLimits?: unknown;
  };
  checker.require(typeof name === 'string' && name.trim() !== '', 'name must not be empty');
  checkAddresses('production', production, true, checker);
  if (sandbox !== undefined) {
    checkAddresses('sandbox', sandbox, mode === 'oauth', checker);
    checker.require(
      mode === 'oauth' || mode === 'fixed-token',
      "sandbox.mode must be 'oauth' or 'fixed-token'",
    );
  }
  checkRateLimits('rateLimits', rateLimits, checker);
  checkRateLimits('sandbox.rateLimits', sandboxLimits, checker);
  checker.require(Array.isArray(scopes), 'scopes must be a list of scope names');
  checkFeatures(features, checker);
}

/** Removes trailing slashes, so that `baseUrl + path` has no double slash. */
export function removeTrailingSlashes(url: string): string {
  // Only from the first slash of a row, so that the time stays linear.
  return url.replace(/(?<!\/)\/+$/, '');
}

/**
 * Creates the profile of a provider, to be passed as `provider`.
 *
 * @throws ConfigurationError that lists every unknown or invalid field, such as an empty name or an address
 * that is not an absolute `https` URL
 *
 * @example
 * const meuBanco = definePixProvider({
 *   name: 'meu-banco',
 *   code: '999',
 *   production: { baseUrl: 'https://pix.meubanco.com.br/v2', tokenUrl: 'https://pix.meubanco.com.br/oauth/token' },
 *   scopes: ordinaryPixScopes,
 * });
 */
export function definePixProvider(provider: PixProvider): PixProvider {
  const name: unknown = (provider as Partial<PixProvider> | null | undefined)?.name;
  const quoted = typeof name === 'string' ? JSON.stringify(name) : 'without a name';
  const checker = new OptionChecker(`Provider ${quoted} is not valid`);
  if (checker.shape(provider, profileRule)) checkProvider(provider, checker);
  checker.throwIfAny();
  const { production, sandbox, scopeGroups } = provider;
  return Object.freeze({
    ...provider,
    scopeGroups: { ...familyScopeGroups(listProviderScopes(provider)), ...scopeGroups },
    production: normalizeAddresses(production),
    ...(sandbox && { sandbox: normalizeAddresses(sandbox) }),
  });
}

type Addresses = Pick<PixProviderAddresses, 'baseUrl' | 'families' | 'operations'>;

/** Removes the trailing slashes of the base addresses. */
function normalizeAddresses<T extends Addresses>(addresses: T): T {
  const { baseUrl, families, operations } = addresses;
  return {
    ...addresses,
    baseUrl: removeTrailingSlashes(baseUrl),
    ...(families && {
      families: Object.fromEntries(
        Object.entries(families).map(([family, address]) => [family, normalizeAddresses(address)]),
      ),
    }),
    ...(operations && {
      operations: Object.fromEntries(
        Object.entries(operations).map(([name, url]) => [name, removeTrailingSlashes(url)]),
      ),
    }),
  };
}
