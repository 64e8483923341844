import { pixFamilies, pixFeatures, type PixFamily, type PixFeature } from '../contract/index.js';
import {
  anyNumber,
  choose,
  flag,
  integer,
  listOf,
  must,
  objectOf,
  oneOf,
  checkOptions,
  recordOf,
  text,
  type OptionRule,
  type OptionRows,
} from '../options/index.js';
import type {
  PixFamilyAddress,
  PixProvider,
  PixProviderAddresses,
  PixProviderSandbox,
  PixProviderVersions,
  PixRateLimits,
  PixTokenRequestProfile,
  PixScopeGroup,
  PixServerErrors,
  PixServerHttp,
  PixServerProfile,
  PixServerTokens,
  PixServerWebhooks,
} from './provider.js';
import { listProviderScopes, familyScopeGroups } from './scopes.js';

/** An absolute https address without credentials. */
const httpsAddress: OptionRule = (value, name, report) => {
  const problem = findAddressProblem(value);
  if (problem !== undefined) report(`${name} must ${problem}`);
  return problem === undefined;
};

function findAddressProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return 'be an absolute URL';
  const { protocol, username, password } = new URL(value);
  if (protocol !== 'https:') return 'be https';
  return username + password === '' ? undefined : 'not contain credentials';
}

function byName<Name extends string>(names: readonly Name[], rule: OptionRule) {
  return Object.fromEntries(names.map((name) => [name, rule])) as Record<Name, OptionRule>;
}

/** An object whose members are families. */
export function byFamily(rule: OptionRule): OptionRule {
  return objectOf<Record<PixFamily, unknown>>(byName(pixFamilies, rule), 'an object by family', {
    kind: 'a family',
  });
}

const texts = listOf('a list of texts', text);
const textByName = recordOf('an object with texts', text);
const scopeNames = listOf('a list of scope names', text);
const scopeGroup = objectOf<PixScopeGroup>({ name: text, scopes: texts, description: text });
const errorFormat = oneOf(['problem', 'erros', 'gateway', 'nome-mensagem', 'soap']);
const families = byFamily(
  objectOf<PixFamilyAddress>({ baseUrl: httpsAddress, tokenUrl: httpsAddress }, 'an object', {
    required: ['baseUrl'],
  }),
);
const operations = recordOf('an object with addresses by operation', httpsAddress);
const limit = integer({ min: 1 });
const rateLimits = objectOf<PixRateLimits>({ tokensPerMinute: limit, callsPerMinute: limit });

function buildSandboxRule(...required: (keyof PixProviderSandbox)[]): OptionRule {
  return objectOf<PixProviderSandbox>(
    {
      baseUrl: httpsAddress,
      tokenUrl: httpsAddress,
      mode: oneOf(['oauth', 'fixed-token']),
      tokenHeader: text,
      mutualTls: flag,
      rateLimits,
      families,
      operations,
    },
    'an object',
    { required },
  );
}

const server = objectOf<PixServerProfile>({
  token: objectOf<PixServerTokens>({
    lifetime: anyNumber,
    scopeRequired: flag,
    grantsFewer: flag,
    noSecret: flag,
  }),
  tokenRequests: listOf('a list of query, no-certificate', oneOf(['query', 'no-certificate'])),
  versions: textByName,
  nullMembers: flag,
  statuses: recordOf('an object with statuses', anyNumber),
  errors: objectOf<PixServerErrors>({
    format: errorFormat,
    families: byFamily(errorFormat),
    statuses: recordOf('an object by status', errorFormat),
    tooManyRequests: text,
    longPeriod: anyNumber,
  }),
  webhook: objectOf<PixServerWebhooks>({
    bareArray: flag,
    retryDelays: listOf('a list of milliseconds', anyNumber),
    keepPathParameter: text,
    testCall: objectOf<NonNullable<PixServerWebhooks['testCall']>>({ skipHeader: text }),
  }),
  http: objectOf<PixServerHttp>({
    trailingSlash: flag,
    methodOverride: text,
    untypedBodies: flag,
    jsonType: text,
  }),
  autoPay: objectOf<NonNullable<PixServerProfile['autoPay']>>({ from: text, to: text }),
});

/** The types of the fields of a profile. The compiler reports a field without a rule. */
export const profileRules: OptionRows<PixProvider> = {
  name: must('a non-empty text', (value) => typeof value === 'string' && value.trim() !== ''),
  code: text,
  production: objectOf<PixProviderAddresses>(
    { baseUrl: httpsAddress, tokenUrl: httpsAddress, families, operations },
    'an object',
    { required: ['baseUrl', 'tokenUrl'] },
  ),
  sandbox: choose(
    (sandbox) => (sandbox as Partial<PixProviderSandbox> | null)?.mode === 'oauth',
    buildSandboxRule('baseUrl', 'mode', 'tokenUrl'),
    buildSandboxRule('baseUrl', 'mode'),
  ),
  scopes: scopeNames,
  features: objectOf<Record<PixFeature, unknown>>(
    byName(pixFeatures, scopeNames),
    'an object with the scopes of each feature',
    { kind: 'a feature' },
  ),
  scopeGroups: recordOf('an object with scope groups', scopeGroup),
  clientAuth: oneOf(['basic', 'body']),
  mutualTls: flag,
  token: objectOf<PixTokenRequestProfile>({
    encoding: oneOf(['form', 'json']),
    sendScope: flag,
    query: textByName,
    maxLifetime: anyNumber,
  }),
  rateLimits,
  versions: objectOf<PixProviderVersions>({ default: text, resources: textByName }),
  query: recordOf('an object by operation', textByName),
  unsupported: textByName,
  sandboxOnly: texts,
  productionOnly: texts,
  accountHeader: text,
  appKeyQuery: text,
  headers: textByName,
  correlationHeader: text,
  correlationHeaders: texts,
  readLag: anyNumber,
  statelessRefusals: texts,
  maxItensPorPagina: anyNumber,
  maxPeriod: recordOf('an object with days by operation', anyNumber),
  emptyIsNotFound: texts,
  wholeSeconds: texts,
  phoneKeyWithoutPlus: flag,
  answerAliases: textByName,
  server: server,
  sources: texts,
};

const profileRule = objectOf<PixProvider>(profileRules, 'an object', {
  required: ['name', 'production', 'scopes'],
});

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
  checkOptions(`Provider ${quoted} is not valid`, provider, profileRule);
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
