// Creating a client: from the options of an account to the services, with the names, headers and secrets of the account.

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Logger } from '@nestjs/common';
import {
  accountFingerprint,
  InMemoryTokenStore,
  PixCredentials,
  TokenService,
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
  ConfigurationError,
  parseObject,
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
import {
  describeDispute,
  findDoubts,
  listProviderScopes,
  simulatorFileNames,
  simulatorFormat,
  type SimulatorFolderSettings,
} from '../providers/index.js';
import { PixClient } from '../resources/index.js';
import { systemRuntime } from '../runtime/index.js';
import {
  AccountHttp,
  findProxySecrets,
  parseProxy,
  ReplaceableAgent,
  type PixHttp,
} from '../transport/index.js';
import { AccountTrust } from './account-trust.js';
import { splitScopes, resolveAccount, type PixAccount } from './pix.account.js';
import type { PixModuleOptions } from './pix.options.js';
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

function buildFingerprint(account: PixAccount, options: PixModuleOptions, trust = account.trust) {
  const { clientId, clientSecret } = options;
  const certificate = trust.certificate?.fingerprint;
  return accountFingerprint({ ...account, clientId, clientSecret, certificate });
}

function createLimits(account: PixAccount, options: PixModuleOptions): RateLimits | undefined {
  const { provider, environment, rateLimit } = account;
  if (rateLimit === false) return undefined;
  const sandboxLimits = environment === 'sandbox' ? provider.sandbox?.rateLimits : undefined;
  const limits = sandboxLimits ?? provider.rateLimits;
  if (!limits) return undefined;
  return new RateLimits({
    provider: provider.name,
    accountKey: buildFingerprint(account, options),
    limits,
    options: rateLimit,
    runtime: systemRuntime,
  });
}

/** What the parts of a client are built from. */
interface Parts {
  readonly advice: ReadonlyMap<string, string>;
  readonly account: PixAccount;
  readonly options: PixModuleOptions;
  readonly http: PixHttp;
  readonly limits: RateLimits | undefined;
  readonly channel: AccountChannel | undefined;
}

function createTokens(
  { account, options, http, limits, advice, channel }: Parts,
  scope: SecretScope,
) {
  const { provider, tokenUrl, clientAuth, timeout } = account;
  const { clientId = '', clientSecret, sandboxToken, tokenStore } = options;
  const config = {
    provider: provider.name,
    tokenUrl: tokenUrl ?? '',
    credentials: new PixCredentials(clientId, clientSecret, clientAuth),
    fingerprint: buildFingerprint(account, options),
    ...splitTokenAddresses(account),
    allScopes: listProviderScopes(provider),
    profile: provider.token,
    correlationHeaders: provider.correlationHeaders,
    fixedToken: tokenUrl === undefined ? sandboxToken : undefined,
    ...{ timeout, limits, advice, channel, scope },
  };
  return new TokenService(config, http, tokenStore ?? new InMemoryTokenStore());
}

/** Resolves the scopes of each token endpoint, and the families that use another one than the account's. */
function splitTokenAddresses({ scopes, families = {}, tokenUrl = '' }: PixAccount) {
  const selectScopes = splitScopes(scopes, families, tokenUrl);
  const others = Object.entries(families).flatMap(([family, { tokenUrl: own = tokenUrl }]) =>
    own === tokenUrl ? [] : [[family, { tokenUrl: own, scopes: selectScopes(own) }] as const],
  );
  return { scopes: selectScopes(tokenUrl), families: Object.fromEntries(others) };
}

function createCaller(
  { account, options, http, limits, advice, channel }: Parts,
  tokens: TokenService,
) {
  const { provider, environment, baseUrl, operations, chave, tokenUrl, families = {} } = account;
  const { deadline, retry, validate, allowUnknownFields, leastPrivilege, checkScopes } = account;
  const { appKeyQuery } = provider;
  const { appKey } = options;
  const sendsScope = tokenUrl !== undefined && provider.token?.sendScope !== false;
  const config: PixCallerConfig = {
    // Begins with a field: docs/decisions.md D256.
    baseUrls: Object.fromEntries(
      Object.entries(families).map(([family, address]) => [family, address.baseUrl] as const),
    ),
    ...{ provider, environment, baseUrl, operationUrls: operations, chave },
    scopes: sendsScope ? account.scopes : undefined,
    headers: buildHeaders(account, options),
    query:
      appKey === undefined || appKeyQuery === undefined ? undefined : { [appKeyQuery]: appKey },
    ...{ deadline, retry, validate, allowUnknownFields, leastPrivilege, checkScopes },
    ...{ limits, advice, channel },
  };
  return new PixCaller(config, tokens, http);
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
export function createPixClient<Provider extends PixModuleOptions['provider']>(
  options: PixModuleOptions & { readonly provider: Provider },
): Promise<PixClient<Provider extends string ? Provider : string>> {
  return createNamedClient(options, DEFAULT_ACCOUNT);
}

/** Creates the client of an account whose log lines, traces and metrics have this name. */
export function createNamedClient(options: PixModuleOptions, name: string, tenantKey?: string) {
  const scope = openScope(tenantKey);
  return inScope(scope, () => startClient(options, name, scope));
}

async function startClient(options: PixModuleOptions, name: string, scope: SecretScope) {
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

async function openClient(options: PixModuleOptions, name: string, scope: SecretScope) {
  const account = await resolveAccount(options);
  const { provider, environment } = account;
  const { telemetry, proxy } = options;
  // Hooks receive the object itself: a change would reach logs and metrics.
  const labels = Object.freeze({ name, provider: provider.name, environment });
  const log = account.log === false ? undefined : new AccountLog(account.log);
  const subscribers = [log, telemetry, subscribeHooks(options)];
  const channel = AccountChannel.open(labels, subscribers, provider.correlationHeaders);
  if (account.withoutMutualTls) {
    new Logger('PixModule').warn(
      `No certificate is configured for ${provider.name}: calls are sent without mutual TLS.`,
    );
  }
  const select = proxy === undefined ? undefined : parseProxy(proxy);
  const agent = new ReplaceableAgent({ proxy: select, ...account.trust });
  const advice = warnOfDoubts(account, options);
  const http = new AccountHttp({ agent, advice, timeout: account.timeout });
  if (account.http) await http.load();
  const limits = createLimits(account, options);
  const parts = { account, options, http: http.send, limits, advice, channel };
  const tokens = createTokens(parts, scope);
  const caller = createCaller(parts, tokens);
  // Every service references the caller, so the secrets are masked while the client is in use.
  holdAccountSecrets(scope, caller, ...collectSecrets(options), account.chave?.replace('+', ''));
  const trust = new AccountTrust({
    provider: provider.name,
    sources: options,
    trust: account.trust,
    versions: account.certificateVersions,
    interval: account.certificateCheckInterval,
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
  log?.started(labels, trust.certificate, options.clientId);
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

/** Warns of facts of the bank that may be wrong. Returns what to try instead, by `address` of the facts. */
function warnOfDoubts(account: PixAccount, options: PixModuleOptions): Map<string, string> {
  const { disputed, outdated } = findDoubts(account, options, systemRuntime.now());
  const logger = new Logger('PixModule');
  const advice = new Map<string, string>();
  for (const fact of disputed) {
    const text = describeDispute(account.provider, fact);
    logger.warn(text);
    if (fact.address !== undefined) advice.set(fact.address, text);
  }
  if (outdated.length > 0) {
    logger.warn(
      `Nobody has read a source of ${outdated.join(', ')} of ${account.provider.name} for a year. Compare with the documentation of the bank, or update nestjs-pix.`,
    );
  }
  return advice;
}

/** Returns what metrics read of an account. */
function createReadings(caller: PixCaller, trust: AccountTrust): PixAccountReadings {
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
  return mergeHeaders(profile, account.headers, provider.accountHeader);
}

/**
 * Collects every secret in the options of an account, in each form in which a provider may repeat
 * it. The options need not be valid; values of other types are skipped.
 */
function collectSecrets(options: PixModuleOptions): string[] {
  if (!isObject(options)) return [];
  const { clientId = '', clientSecret, certificate, headers } = options;
  return [
    clientSecret,
    typeof clientId === 'string' &&
      typeof clientSecret === 'string' &&
      Buffer.from(`${clientId}:${clientSecret}`).toString('base64'),
    options.appKey,
    options.chave,
    options.sandboxToken,
    isObject(certificate) ? certificate.passphrase : undefined,
    ...findProxySecrets(options.proxy),
    ...(isObject(headers) ? findSecretHeaders(headers) : []),
  ].filter((text): text is string => typeof text === 'string');
}

/** Options that the folder contains, so that the application must not set them. */
const OWN_OPTIONS = [
  'clientId',
  'clientSecret',
  'clientAuth',
  'certificate',
  'ca',
  'sandboxToken',
  'appKey',
  'baseUrl',
  'tokenUrl',
  'baseUrls',
  'tokenUrls',
] as const satisfies readonly (keyof PixModuleOptions)[];

/**
 * Replaces `provider: 'simulator'` by the profile, the credentials and the certificates in the
 * folder of the option `simulator`. Returns other options unchanged.
 *
 * @throws ConfigurationError if the folder has no files of the command, or an option does not fit
 * the simulator
 */
export async function resolveSimulator(options: PixModuleOptions): Promise<PixModuleOptions> {
  if (!isObject(options)) return options;
  const plain = toPlainOptions<PixModuleOptions>(options);
  const { simulator, ...account } = plain;
  if (plain.provider !== 'simulator') {
    if (simulator === undefined) return plain;
    throw new ConfigurationError("simulator is only for provider: 'simulator'.");
  }
  checkFit(account);
  if (typeof simulator !== 'string' || simulator.trim() === '') {
    throw new ConfigurationError(
      `simulator is required: set the folder that the command writes. ${advise('./pix-certs')}`,
    );
  }
  // null is not replaced, so that it is refused.
  const { environment = 'sandbox' } = account;
  const { clientId, clientSecret, provider, appKey } = await readSettings(simulator);
  const ca = await readText(simulator, simulatorFileNames.ca);
  return {
    features: 'all',
    payload: { ca, allowPrivateAddresses: true, allowAnyPort: true },
    ...account,
    environment,
    provider,
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(appKey !== undefined && { appKey }),
    certificate: {
      cert: await readText(simulator, simulatorFileNames.cert),
      key: await readText(simulator, simulatorFileNames.key),
    },
    ca,
  };
}

function checkFit(options: PixModuleOptions): void {
  if (options.environment === 'production') {
    throw new ConfigurationError(
      "provider: 'simulator' has no production: no money moves there. Omit environment, or name your bank in provider.",
    );
  }
  const given = OWN_OPTIONS.filter((name) => options[name] !== undefined);
  if (given.length > 0) {
    throw new ConfigurationError(
      `provider: 'simulator' takes ${given.join(', ')} from the folder in simulator: omit ${given.length === 1 ? 'it' : 'them'}.`,
    );
  }
}

/** Warns of `provider: 'simulator'` with NODE_ENV=production. */
function warnOfSimulator(options: PixModuleOptions): void {
  if (process.env.NODE_ENV !== 'production') return;
  if (toPlainOptions<PixModuleOptions>(options).provider !== 'simulator') return;
  new Logger('PixModule').warn(
    "provider: 'simulator' with NODE_ENV=production: charges are simulated, and nobody can pay them.",
  );
}

async function readSettings(folder: string): Promise<SimulatorFolderSettings> {
  const { settings } = simulatorFileNames;
  const content = parseObject(await readText(folder, settings)) ?? {};
  if (content.format === simulatorFormat) return content as unknown as SimulatorFolderSettings;
  throw new ConfigurationError(
    `simulator: ${join(resolve(folder), settings)} is not of this version of nestjs-pix. ${advise(folder)}`,
  );
}

async function readText(folder: string, name: string): Promise<string> {
  const path = join(resolve(folder), name);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`simulator: cannot read ${path} (${code}). ${advise(folder)}`);
  }
}

function advise(folder: string): string {
  return `Run the simulator first: npx nestjs-pix simulator --out ${folder}`;
}
