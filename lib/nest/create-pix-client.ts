// Creating a client: from the options of an account to the services, with the names, headers and secrets of the account.

import { Logger } from '@nestjs/common';
import {
  accountFingerprint,
  InMemoryTokenStore,
  PixCredentials,
  TokenService,
  type TokenServiceConfig,
} from '../auth/index.js';
import {
  findSecretHeaders,
  mergeHeaders,
  PixCaller,
  type PixCallerConfig,
} from '../client/index.js';
import {
  closeScope,
  holdAccountSecrets,
  inScope,
  isObject,
  openScope,
  releaseSecrets,
  type SecretScope,
} from '../errors/index.js';
import { RateLimits } from '../limits/index.js';
import {
  AccountChannel,
  AccountLog,
  subscribeHooks,
  type PixAccountReadings,
  type PixTelemetry,
} from '../observe/index.js';
import { toPlainOptions } from '../options/index.js';
import { listProviderScopes } from '../providers/index.js';
import { PixClient } from '../resources/index.js';
import { systemRuntime } from '../runtime/index.js';
import {
  AccountHttp,
  findProxySecrets,
  parseProxy,
  ReplaceableAgent,
  type PixHttp,
  type PixTrust,
} from '../transport/index.js';
import { AccountTrust } from './account-trust.js';
import { splitScopes, resolveAccount, type PixAccount } from './pix.account.js';
import type { PixModuleOptions } from './pix.options.js';
import { resolveSimulator, warnOfSimulator } from './simulator-options.js';
import { VERSION } from './version.js';

/** The name of an account without one. */
export const DEFAULT_ACCOUNT = 'default';
/** The name of the clients of `PixClientFactory`: metrics must not have a value for each tenant. */
export const FACTORY_ACCOUNT = 'factory';

/** Adds the observer of the application to options that name none. */
export function withTelemetry(
  options: PixModuleOptions,
  telemetry: PixTelemetry | undefined,
): PixModuleOptions {
  if (!telemetry || !isObject(options) || options.telemetry !== undefined) return options;
  return { ...toPlainOptions(options), telemetry };
}

function buildFingerprint(
  account: PixAccount,
  options: PixModuleOptions,
  { certificate }: PixTrust = account.trust,
): string {
  const { clientAuth, baseUrl, tokenUrl, families } = account;
  const { clientId, clientSecret } = options;
  return accountFingerprint({
    clientId,
    clientSecret,
    clientAuth,
    certificate: certificate?.fingerprint,
    baseUrl,
    tokenUrl,
    families,
  });
}

function createLimits(account: PixAccount, options: PixModuleOptions): RateLimits | undefined {
  if (options.rateLimit === false) return undefined;
  const { provider, environment } = account;
  const sandboxLimits = environment === 'sandbox' ? provider.sandbox?.rateLimits : undefined;
  const limits = sandboxLimits ?? provider.rateLimits;
  // Validates the options even if the provider has no rate limit.
  const rateLimits = new RateLimits({
    provider: provider.name,
    accountKey: buildFingerprint(account, options),
    limits: limits ?? {},
    options: options.rateLimit ?? {},
    runtime: systemRuntime,
  });
  return limits && rateLimits;
}

function createTokens(
  account: PixAccount,
  options: PixModuleOptions,
  http: PixHttp,
  limits: RateLimits | undefined,
  channel: AccountChannel | undefined,
  scope: SecretScope,
): TokenService {
  const { provider, tokenUrl, clientAuth } = account;
  const { clientId = '', clientSecret, sandboxToken, timeout } = options;
  return new TokenService(
    {
      provider: provider.name,
      tokenUrl: tokenUrl ?? '',
      credentials: new PixCredentials(clientId, clientSecret, clientAuth),
      fingerprint: buildFingerprint(account, options),
      ...splitTokenAddresses(account),
      allScopes: listProviderScopes(provider),
      limits,
      ...(provider.token && { profile: provider.token }),
      correlationHeaders: provider.correlationHeaders,
      ...(tokenUrl === undefined && sandboxToken !== undefined && { fixedToken: sandboxToken }),
      ...(timeout !== undefined && { timeout }),
      channel,
      scope,
    },
    http,
    options.tokenStore ?? new InMemoryTokenStore(),
  );
}

/** Resolves the scopes of each token endpoint, and the families that use another one than the account's. */
function splitTokenAddresses({
  scopes,
  families = {},
  tokenUrl = '',
}: PixAccount): Pick<TokenServiceConfig, 'scopes' | 'families'> {
  const selectScopes = splitScopes(scopes, families, tokenUrl);
  const others = Object.entries(families).flatMap(([family, address]) =>
    address.tokenUrl === undefined || address.tokenUrl === tokenUrl
      ? []
      : [[family, { tokenUrl: address.tokenUrl, scopes: selectScopes(address.tokenUrl) }] as const],
  );
  return { scopes: selectScopes(tokenUrl), families: Object.fromEntries(others) };
}

/** Resolves the base addresses of families, and the scopes of their tokens. */
function describeTokens({
  provider,
  tokenUrl,
  scopes,
  families = {},
}: PixAccount): Pick<PixCallerConfig, 'baseUrls' | 'scopes'> {
  const baseUrls = Object.entries(families).map(([family, { baseUrl }]) => [family, baseUrl]);
  const sendsScope = tokenUrl !== undefined && provider.token?.sendScope !== false;
  return {
    baseUrls: Object.fromEntries(baseUrls) as NonNullable<PixCallerConfig['baseUrls']>,
    ...(sendsScope && { scopes }),
  };
}

function createCaller(
  account: PixAccount,
  options: PixModuleOptions,
  tokens: TokenService,
  http: PixHttp,
  limits: RateLimits | undefined,
  channel: AccountChannel | undefined,
): PixCaller {
  const { provider, environment, baseUrl, operations, chave } = account;
  const { appKey, timeout, deadline, retry, validate = true, leastPrivilege = false } = options;
  const { allowUnknownFields = false } = options;
  return new PixCaller(
    {
      provider,
      environment,
      baseUrl,
      operationUrls: operations,
      chave,
      ...describeTokens(account),
      headers: buildHeaders(account, options),
      ...(appKey !== undefined &&
        provider.appKeyQuery !== undefined && { query: { [provider.appKeyQuery]: appKey } }),
      ...(timeout !== undefined && { timeout }),
      ...(deadline !== undefined && { deadline }),
      ...(retry !== undefined && { retry }),
      validate,
      allowUnknownFields,
      leastPrivilege,
      limits,
      channel,
    },
    tokens,
    http,
  );
}

/**
 * Creates a client for one account, without Nest. Call `close()` when you no longer need it.
 *
 * @throws ConfigurationError, ValueError, TypeError or CertificateError if options are invalid; one
 * error lists all problems
 *
 * @example
 * const pix = await createPixClient({ provider: 'bb', clientId, clientSecret, certificate: { cert, key } });
 * const cob = await pix.cob.createWithTxid(generateTxid(), { valor: { original: '37.00' }, chave });
 */
export function createPixClient(options: PixModuleOptions): Promise<PixClient> {
  return createNamedClient(options, DEFAULT_ACCOUNT);
}

/** Creates the client of an account whose log lines, traces and metrics have this name. */
export function createNamedClient(options: PixModuleOptions, name: string): Promise<PixClient> {
  const scope = openScope();
  return inScope(scope, () => startClient(options, name, scope));
}

async function startClient(
  options: PixModuleOptions,
  name: string,
  scope: SecretScope,
): Promise<PixClient> {
  const start = {};
  // Before anything is validated, so that no startup error contains a secret.
  holdAccountSecrets(scope, start, ...collectSecrets(options));
  try {
    const account = await resolveSimulator(options);
    holdAccountSecrets(scope, start, ...collectSecrets(account));
    const client = await openClient(account, name, scope);
    warnOfSimulator(options);
    return client;
  } catch (error) {
    closeScope();
    throw error;
  } finally {
    releaseSecrets(start);
  }
}

/** Keeps the certificates up to date for as long as a service of the client is in use. */
const trusts = new WeakMap<PixCaller, readonly [AccountTrust, PixAccountReadings]>();

async function openClient(
  options: PixModuleOptions,
  name: string,
  scope: SecretScope,
): Promise<PixClient> {
  const account = await resolveAccount(options);
  const { provider, environment } = account;
  // Hooks receive the object itself: a change would reach logs and metrics.
  const labels = Object.freeze({ name, provider: provider.name, environment });
  const { telemetry } = options;
  const log = options.log === false ? undefined : new AccountLog(options.log);
  const channel = AccountChannel.open(
    labels,
    [log, telemetry, subscribeHooks(options)],
    provider.correlationHeaders,
  );
  if (account.withoutMutualTls) {
    new Logger('PixModule').warn(
      `No certificate is configured for ${account.provider.name}: calls are sent without mutual TLS.`,
    );
  }
  const { proxy } = options;
  const agent = new ReplaceableAgent({
    ...account.trust,
    ...(proxy !== undefined && { proxy: parseProxy(proxy) }),
  });
  const http = new AccountHttp({ agent });
  if (options.http === true) await http.load();
  const limits = createLimits(account, options);
  const tokens = createTokens(account, options, http.send, limits, channel, scope);
  const caller = createCaller(account, options, tokens, http.send, limits, channel);
  // Every service references the caller, so the secrets are masked while the client is in use.
  holdAccountSecrets(scope, caller, ...collectSecrets(options), account.chave?.replace('+', ''));
  const trust = new AccountTrust({
    provider: account.provider.name,
    sources: options,
    trust: account.trust,
    versions: account.certificateVersions,
    interval: options.certificateCheckInterval,
    runtime: systemRuntime,
    scope,
    apply: (renewed) => {
      agent.replace(renewed);
      tokens.replaceFingerprint(buildFingerprint(account, options, renewed));
    },
  });
  const readings = createReadings(caller, trust);
  trusts.set(caller, [trust, readings]);
  const unwatch = telemetry?.watchAccount(labels, readings);
  log?.started(labels, trust.certificate);
  const destroy = () => {
    trust.close();
    agent.destroy();
  };
  const connections = { destroy, retire: () => agent.retire(), trust, http };
  return new PixClient(caller, connections, () => {
    unwatch?.();
    tokens.releaseSecrets();
    releaseSecrets(caller);
    closeScope();
  });
}

/** Returns what metrics read of an account. */
export function createReadings(caller: PixCaller, trust: AccountTrust): PixAccountReadings {
  return {
    get certificateDaysLeft() {
      return trust.certificate?.daysLeft;
    },
    get inFlight() {
      return caller.inFlight;
    },
    get retryBudgetLeft() {
      const left = caller.retryBudget?.left;
      return left === Infinity ? undefined : left;
    },
  };
}

/**
 * Builds the headers of every call (docs/interface.md#requests-and-responses), except
 * `Authorization`.
 */
function buildHeaders(account: PixAccount, options: PixModuleOptions): Record<string, string> {
  const { provider, contaCorrente } = account;
  const own = {
    'Content-Type': 'application/json',
    'User-Agent': `nestjs-pix/${VERSION}`,
    client_id: options.clientId ?? '',
    ...(provider.accountHeader !== undefined &&
      contaCorrente !== undefined && { [provider.accountHeader]: contaCorrente }),
  };
  const profile = mergeHeaders(own, provider.headers ?? {});
  return mergeHeaders(profile, options.headers ?? {}, provider.accountHeader);
}

/**
 * Collects every secret in the options of an account, in each form in which a provider may repeat
 * it. The options need not be valid; values of other types are skipped.
 */
function collectSecrets(options: PixModuleOptions): string[] {
  if (!isObject(options)) return [];
  const {
    clientId = '',
    clientSecret,
    appKey,
    chave,
    sandboxToken,
    certificate,
    headers,
    proxy,
  } = options;
  return [
    clientSecret,
    typeof clientId === 'string' &&
      typeof clientSecret === 'string' &&
      Buffer.from(`${clientId}:${clientSecret}`).toString('base64'),
    appKey,
    chave,
    sandboxToken,
    isObject(certificate) ? certificate.passphrase : undefined,
    ...findProxySecrets(proxy),
    ...(isObject(headers) ? findSecretHeaders(headers) : []),
  ].filter((text): text is string => typeof text === 'string');
}
