import { pixFamilies } from '../contract/index.js';
import {
  anyNumber,
  anything,
  flag,
  listOf,
  must,
  objectOf,
  oneOf,
  recordOf,
  text,
  type OptionRule,
  type OptionShape,
} from '../options/index.js';
import type {
  PixFamilyAddress,
  PixProvider,
  PixProviderAddresses,
  PixProviderSandbox,
  PixProviderVersions,
  PixRateLimits,
  PixTokenRequestProfile,
} from './provider.js';
import type { PixScopeGroup } from './scope-group.js';
import type {
  PixServerErrors,
  PixServerHttp,
  PixServerProfile,
  PixServerTokens,
  PixServerWebhooks,
} from './server.js';

export const texts = listOf('a list of texts', text);
export const textByName = recordOf('an object with texts', text);
const errorFormat = oneOf(['problem', 'erros', 'gateway', 'nome-mensagem', 'soap']);

/** Another check reports the unknown families and the addresses that are not URLs. */
const families = recordOf(
  `an object by family (${pixFamilies.join(', ')})`,
  objectOf<PixFamilyAddress>({ baseUrl: anything, tokenUrl: anything }),
);

/** Another check reports the addresses that are not URLs. */
const operations = recordOf('an object with addresses by operation', anything);

/** Another check reports limits that are not positive integers. */
const rateLimits = objectOf<PixRateLimits>({ tokensPerMinute: anything, callsPerMinute: anything });

/** The types of {@link PixServerTokens}. */
export const serverTokenRules: OptionShape<PixServerTokens> = {
  lifetime: anyNumber,
  scopeRequired: flag,
  grantsFewer: flag,
  noSecret: flag,
};

/** The types of {@link PixServerProfile}. */
export const serverRules: OptionShape<PixServerProfile> = {
  token: objectOf<PixServerTokens>(serverTokenRules),
  nullMembers: flag,
  statuses: recordOf('an object with statuses', anyNumber),
  required: objectOf<NonNullable<PixServerProfile['required']>>({ headers: texts, query: texts }),
  errors: objectOf<PixServerErrors>({
    format: errorFormat,
    families: objectOf<Record<string, unknown>>(
      Object.fromEntries(pixFamilies.map((family) => [family, errorFormat])),
    ),
    statuses: recordOf('an object by status', errorFormat),
    tooManyRequests: text,
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
};

const scopeGroup = objectOf<PixScopeGroup>({ name: text, scopes: texts, description: text });

/** The types of the fields of a profile. The compiler reports a field without a rule. */
export const profileRules: OptionShape<PixProvider> = {
  name: anything,
  code: text,
  production: objectOf<PixProviderAddresses>({
    baseUrl: anything,
    tokenUrl: anything,
    families,
    operations,
  }),
  sandbox: objectOf<PixProviderSandbox>({
    baseUrl: anything,
    tokenUrl: anything,
    mode: anything,
    tokenHeader: text,
    mutualTls: flag,
    rateLimits,
    families,
    operations,
  }),
  scopes: listOf('a list of scope names', text),
  features: must(
    'an object with the scopes of each feature',
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
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
  server: objectOf<PixServerProfile>(serverRules),
  sources: texts,
};

export const profileRule: OptionRule = objectOf<PixProvider>(profileRules);
