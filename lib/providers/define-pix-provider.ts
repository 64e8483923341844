import { ConfigurationError } from '../errors/index.js';
import type { PixProvider } from './provider.js';
import { familyScopeGroups } from './scopes.js';

function urlProblem(field: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) {
    return `${field} must be an absolute URL`;
  }
  const { protocol, username, password } = new URL(value);
  if (protocol !== 'https:') return `${field} must be https`;
  if (username !== '' || password !== '') return `${field} must not hold credentials`;
  return undefined;
}

/** Its fields as they may really be: a configuration is not always type-checked. */
type Unchecked = { readonly [Key in keyof PixProvider]?: unknown };

function addressProblems(name: string, addresses: unknown, needsToken: boolean): string[] {
  const { baseUrl, tokenUrl } = (addresses ?? {}) as { baseUrl?: unknown; tokenUrl?: unknown };
  const problems = [urlProblem(`${name}.baseUrl`, baseUrl)];
  if (needsToken || tokenUrl !== undefined) problems.push(urlProblem(`${name}.tokenUrl`, tokenUrl));
  return problems.filter((text) => text !== undefined);
}

function rateLimitProblems(field: string, limits: unknown): string[] {
  return Object.entries((limits ?? {}) as Record<string, unknown>)
    .filter(([, limit]) => limit !== undefined && !(Number.isInteger(limit) && Number(limit) > 0))
    .map(([name]) => `${field}.${name} must be a whole number above 0`);
}

function problemsOf(provider: PixProvider): string[] {
  const { name, production, sandbox, scopes, rateLimits }: Unchecked = provider;
  const { mode, rateLimits: sandboxLimits } = (sandbox ?? {}) as {
    mode?: unknown;
    rateLimits?: unknown;
  };
  return [
    ...(typeof name === 'string' && name.trim() !== '' ? [] : ['name must not be empty']),
    ...addressProblems('production', production, true),
    ...(sandbox === undefined ? [] : addressProblems('sandbox', sandbox, mode === 'oauth')),
    ...(sandbox === undefined || mode === 'oauth' || mode === 'fixed-token'
      ? []
      : ["sandbox.mode must be 'oauth' or 'fixed-token'"]),
    ...rateLimitProblems('rateLimits', rateLimits),
    ...rateLimitProblems('sandbox.rateLimits', sandboxLimits),
    ...(Array.isArray(scopes) ? [] : ['scopes must be a list of scope names']),
  ];
}

/** Without the slashes at its end, so that `baseUrl + path` never doubles one. */
export function withoutTrailingSlash(url: string): string {
  // Only from the first slash of a row: the time stays linear.
  return url.replace(/(?<!\/)\/+$/, '');
}

/**
 * Makes the profile of a provider, to be passed as `provider`.
 *
 * @throws ConfigurationError that lists every field that is wrong: an empty name, an address that is not
 * an absolute `https` URL
 *
 * @example
 * const meuBanco = definePixProvider({
 *   name: 'meu-banco',
 *   code: '999',
 *   production: { baseUrl: 'https://pix.meubanco.com.br/v2', tokenUrl: 'https://pix.meubanco.com.br/oauth/token' },
 *   scopes: pixScopes,
 * });
 */
export function definePixProvider(provider: PixProvider): PixProvider {
  const problems = problemsOf(provider);
  if (problems.length > 0) {
    throw new ConfigurationError(
      `Provider ${JSON.stringify(provider.name)} is not valid: ${problems.join('; ')}.`,
      {
        details: { problems },
      },
    );
  }
  const { sandbox, scopes, scopeGroups } = provider;
  return Object.freeze({
    ...provider,
    scopeGroups: { ...familyScopeGroups(scopes), ...scopeGroups },
    production: {
      ...provider.production,
      baseUrl: withoutTrailingSlash(provider.production.baseUrl),
    },
    ...(sandbox && { sandbox: { ...sandbox, baseUrl: withoutTrailingSlash(sandbox.baseUrl) } }),
  });
}
