/** What an account calls, compiled once for each operation: addresses, names, headers, and why it cannot be called. */
import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import {
  checkBody,
  normalizeBody,
  buildQuery,
  findFeature,
  operationName,
  validateFilter,
  type PathValues,
  type PixFamily,
  type PixOperation,
  type PixFeature,
} from '../contract/index.js';
import {
  ConfigurationError,
  findCorrelationId,
  isObject,
  NotImplementedError,
  toLogLine,
  ValidationError,
  ValueError,
  type PixAPIException,
} from '../errors/index.js';
import type { RateLimits } from '../limits/index.js';
import type { AccountChannel, PixAccountLabels } from '../observe/index.js';
import { toPlainOptions } from '../options/index.js';
import {
  pixScopes,
  resolveFeatureScopes,
  resolveVersion,
  type PixEnvironment,
  type PixProvider,
} from '../providers/index.js';
import { systemRuntime, type PixRuntime } from '../runtime/index.js';
import { buildUrl, toTarget, type RequestTarget } from '../transport/index.js';
import { DEFAULT_PAGE_SIZE, toKeyWithoutPlus } from '../values/index.js';
import { mergeHeaders, type PixRequestOptions, type PixRetryOptions } from './options.js';

/** The configuration of one account's calls. */
export interface PixCallerConfig {
  readonly provider: PixProvider;
  readonly environment: PixEnvironment;
  readonly baseUrl: string;
  /** Base addresses of families that differ from {@link baseUrl}. Default: none. */
  readonly baseUrls?: Readonly<Partial<Record<PixFamily, string>>> | undefined;
  /** Base addresses of operations that differ from those of their families, by name. Default: none. */
  readonly operationUrls?: Readonly<Record<string, string>> | undefined;
  /**
   * The scopes of the account's tokens. Default: unknown, or the provider sends no scope; a call is
   * then never refused because of its scope.
   */
  readonly scopes?: readonly string[] | undefined;
  /** Headers of every call, except `Authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The receiver's Pix key of bodies without one. Default: none. */
  readonly chave?: string | undefined;
  /** Query parameters of every call. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Time limit of a call with its token, attempts, waits and reads, in seconds. */
  readonly deadline: number;
  /** The repeats; `false` disables them. */
  readonly retry: PixRetryOptions | false;
  /** Whether bodies and filters are validated before they are sent; identifiers always are. */
  readonly validate: boolean;
  /** Whether unknown fields are sent that resemble a known field. */
  readonly allowUnknownFields: boolean;
  /** Whether each call requests a token with only its own scope. */
  readonly leastPrivilege: boolean;
  /** Whether operations are refused whose scope the account does not request. */
  readonly checkScopes: boolean;
  /** The provider's rate limits. Default: none. */
  readonly limits?: RateLimits | undefined;
  /** What to try if an address is the wrong one, by base address or host. Default: nothing. */
  readonly advice?: ReadonlyMap<string, string> | undefined;
  /** Observes the calls. Default: nothing does. */
  readonly channel?: AccountChannel | undefined;
  /** Time and random numbers. Default: those of Node.js. @internal */
  readonly runtime?: PixRuntime;
}

/** The arguments of an operation. */
export interface PixCallInput<Sent = unknown, Filter = unknown> {
  params?: PathValues | undefined;
  filter?: Filter | undefined;
  body?: Sent | undefined;
  /** Bearer token of an operation that has its own. */
  token?: string;
}

/** What an operation is for one account: every difference between banks, compiled once into functions. */
export interface Plan {
  readonly operation: PixOperation;
  /** Name of the operation: `PUT /cob/{txid}`. */
  readonly name: string;
  /** The address in front of the path. */
  readonly base: string;
  /** The parts of that address. */
  readonly target: RequestTarget;
  /** What errors say of the operation, with how to determine the result after an unknown outcome. */
  readonly context: Readonly<Record<'operation' | 'provider' | 'lookup', string>>;
  /** The account, for observers. */
  readonly account: PixAccountLabels;
  /** Whether bodies and filters are validated. */
  readonly isValidated: boolean;
  /** Why a token with the account's scopes does not permit it; undefined if it may. */
  readonly missingScope: Error | undefined;
  /** What to say of the scopes of the account if the provider refuses the operation with 403. */
  readonly scopeAdvice: string | undefined;
  /** What to say of the address if it leads nowhere. */
  readonly addressAdvice: string;
  /** Scopes of the token, instead of those of the account; undefined for those. */
  readonly scopes: string | undefined;
  /** How long a read may show an older state than the provider's, in milliseconds. */
  readonly readLag: number;
  /** Types, titles and codes of errors that depend on no state. */
  readonly statelessRefusals: readonly string[];
  /** Whether a record may be another one than was asked for: in sandboxes. */
  readonly tolerates: (error: unknown) => boolean;
  /** Name of the header with which the bank registers a webhook without testing mutual TLS. */
  readonly skipTestHeader: string | undefined;
  /** Names of further response headers that may be shown. */
  readonly safeHeaders: readonly string[] | undefined;
  /** Throws if the provider cannot serve the operation, or the token of the call does not permit it. */
  assertOffered(options: PixRequestOptions): void;
  /** Validates the filter and the body. Returns the body, normalized. */
  validate(input: PixCallInput, options: PixRequestOptions): unknown;
  /** Returns a body as it is sent, unchecked. */
  normalize(body: unknown): unknown;
  /** Returns the query by the specification's names, and as it is sent, with a leading `?`. */
  buildQuery(filter: unknown): { query: Readonly<Record<string, string>>; search: string };
  /** Returns path parameters or a body as they are sent. */
  toWire<T>(holder: T): T;
  /** Returns the headers of a call, except those of its token. */
  buildHeaders(extra: PixRequestOptions['headers']): Readonly<Record<string, string>>;
  /** Name of a header that contains the token in addition to `Authorization`. */
  readonly tokenHeader: string | undefined;
  /** Returns the identifier of the call in the headers that it was sent with. */
  sentId(headers: Readonly<Record<string, string>>): string | undefined;
  /** Returns the identifier of the call for the bank's support, in the headers of a response. */
  receivedId(headers: Readonly<Record<string, unknown>>): string | undefined;
  /** Returns an answer with the specification's names. */
  toAnswer(answer: unknown): unknown;
  /** Returns the empty page that a 404 means; undefined if a 404 is an error. */
  readonly emptyPage: ((query: Readonly<Record<string, string>>) => object) | undefined;
}

/** How long a read may show an older state than the provider's, if the profile does not say. */
const DEFAULT_READ_LAG = 5;

export function buildPlan(operation: PixOperation, config: PixCallerConfig): Plan {
  const { provider, environment, leastPrivilege, channel } = config;
  const { name: bank } = provider;
  const name = operationName(operation);
  const refusal = findRefusal(operation, provider, environment);
  const { missingScope, scopeAdvice } = findMissingScope(operation, config);
  return {
    operation,
    name,
    ...compileAddress(operation, config),
    context: { operation: name, provider: bank, lookup: describeLookup(operation) },
    account: channel?.account ?? { name: 'default', provider: bank, environment },
    isValidated: config.validate,
    missingScope,
    scopeAdvice,
    scopes: leastPrivilege ? (operation.scope ?? undefined) : undefined,
    readLag: (provider.readLag ?? DEFAULT_READ_LAG) * 1000,
    statelessRefusals: provider.statelessRefusals ?? [],
    tolerates: compileTolerance(config),
    skipTestHeader: operation.registersWebhook && provider.server?.webhook?.testCall?.skipHeader,
    safeHeaders: provider.correlationHeaders,
    assertOffered({ scopes: own }) {
      if (refusal) throw refusal;
      if (missingScope && own === undefined && !leastPrivilege) throw missingScope;
    },
    ...compileBody(operation, config),
    buildQuery: compileQuery(operation, config),
    toWire: provider.phoneKeyWithoutPlus === true ? withPhoneKey : same,
    ...compileHeaders(config),
    toAnswer: compileAnswer(provider),
    emptyPage: compileEmptyPage(operation, provider),
  };
}

/** Accounts whose sandbox has answered with another record. */
const warned = new WeakSet<PixCallerConfig>();

/** Some sandboxes answer each call with the example of the specification, whatever was asked for. */
function compileTolerance(config: PixCallerConfig): Plan['tolerates'] {
  const { environment, provider } = config;
  if (environment !== 'sandbox') return () => false;
  return (error) => {
    if (!warned.has(config)) {
      const { detail } = error as Partial<PixAPIException>;
      const text = `The sandbox of ${provider.name} answers with another record than was asked for, which is accepted outside of production only: ${String(detail)}`;
      new Logger('PixClient').warn(toLogLine(text));
    }
    warned.add(config);
    return true;
  };
}

function compileAddress(
  operation: PixOperation,
  { provider, baseUrl, baseUrls, operationUrls, advice }: PixCallerConfig,
): Pick<Plan, 'base' | 'target' | 'addressAdvice'> {
  const own = operationUrls?.[operationName(operation)] ?? baseUrls?.[operation.family];
  const address = own ?? baseUrl;
  const base = resolveBaseUrl(operation, provider, address);
  // The path of an operation begins with a slash.
  const target = toTarget(buildUrl({ url: `${base}/` }));
  return {
    base,
    target: { ...target, path: target.path.slice(0, -1) },
    addressAdvice: advice?.get(address) ?? advice?.get(new URL(address).host) ?? NO_REPORT,
  };
}

const NO_REPORT =
  'The bank did not report this 404. If every call fails like this, check baseUrl (PIX_BASE_URL).';

export function same<T>(value: T): T {
  return value;
}

function describeLookup({ settle, candidates }: PixOperation): string {
  if (settle) return `read it with ${operationName(settle.read)} before sending it again`;
  if (candidates === undefined) return 'find out at the provider before sending it again';
  const search = 'list' in candidates ? candidates.list : candidates.within;
  return `search for the record with findCandidates (${operationName(search)}) before sending it again`;
}

function compileBody(
  operation: PixOperation,
  config: PixCallerConfig,
): Pick<Plan, 'normalize' | 'validate'> {
  const addKey = compileKey(operation, config);
  const normalize: Plan['normalize'] = (body) => normalizeBody(operation.body, addKey(body));
  if (!config.validate) return { normalize, validate: ({ body }) => normalize(body) };
  const validate = compileValidation(operation, config);
  return {
    normalize,
    validate: ({ filter, body }, options) => validate({ filter, body: addKey(body) }, options),
  };
}

/** Gives the account's Pix key to what has none: the body, or each item of a list in it. */
function compileKey(
  { keyIn }: PixOperation,
  { chave }: PixCallerConfig,
): (body: unknown) => unknown {
  if (keyIn === undefined || chave === undefined) return same;
  const add = (holder: unknown): unknown =>
    isObject(holder) && (holder.chave ?? undefined) === undefined
      ? { ...toPlainOptions(holder), chave }
      : holder;
  if (keyIn === 'body') return add;
  return (body) => {
    const items = isObject(body) ? body[keyIn] : undefined;
    return Array.isArray(items)
      ? { ...toPlainOptions(body as object), [keyIn]: items.map(add) }
      : body;
  };
}

function compileValidation(
  operation: PixOperation,
  { provider, allowUnknownFields, runtime = systemRuntime }: PixCallerConfig,
): Plan['validate'] {
  const keyOption = operation.keyIn && 'chave da conta (PIX_CHAVE)';
  const { name: bank, maxItensPorPagina: most = Infinity, query = {} } = provider;
  const allowed = Object.values(query[operationName(operation)] ?? {});
  return ({ filter, body }, { allowOneCent = false }) => {
    const now = allowOneCent ? undefined : runtime.now();
    if (operation.filter) validateFilter(operation, filter, { allowUnknownFields, allowed });
    const checked = checkBody(operation, body, { allowUnknownFields, now, keyOption });
    const { itensPorPagina = 0 } = (filter ?? {}) as { itensPorPagina?: number };
    if (itensPorPagina <= most) return checked;
    const razao = `itensPorPagina deve ser no máximo ${most} em ${bank}`;
    throw new ValidationError(`Filtro inválido: ${razao}`, {
      violacoes: [{ propriedade: 'itensPorPagina', razao }],
    });
  };
}

function compileQuery(
  operation: PixOperation,
  { provider, query: everywhere }: PixCallerConfig,
): Plan['buildQuery'] {
  const name = operationName(operation);
  const names = provider.query?.[name];
  const milliseconds = provider.wholeSeconds?.includes(name) !== true;
  if (!operation.filter) {
    const always = { query: {}, search: encodeQuery(operation.query ?? everywhere ?? {}, names) };
    return () => always;
  }
  return (filter) => {
    const query = buildQuery(operation, filter as object | undefined, { milliseconds });
    return { query, search: encodeQuery({ ...query, ...everywhere }, names) };
  };
}

function compileHeaders({
  provider,
  environment,
  headers,
}: PixCallerConfig): Pick<Plan, 'buildHeaders' | 'tokenHeader' | 'sentId' | 'receivedId'> {
  const { accountHeader, correlationHeader, correlationHeaders = [] } = provider;
  const tokenHeader = environment === 'sandbox' ? provider.sandbox?.tokenHeader : undefined;
  const names = [...correlationHeaders, ...(correlationHeader ? [correlationHeader] : [])];
  const merge: Plan['buildHeaders'] = (extra) =>
    extra ? mergeHeaders(headers, extra, accountHeader) : headers;
  const find = (sent: Readonly<Record<string, string>>) =>
    Object.entries(sent).find(([name]) => name.toLowerCase() === correlationHeader?.toLowerCase());
  return {
    buildHeaders:
      correlationHeader === undefined
        ? merge
        : (extra) => {
            const merged = merge(extra);
            return find(merged) ? merged : { ...merged, [correlationHeader]: randomUUID() };
          },
    tokenHeader,
    sentId: (sent) => (correlationHeader === undefined ? undefined : find(sent)?.[1]),
    receivedId: (received) => findCorrelationId(received, names),
  };
}

/** Adds the specification's names to fields for which the provider uses older names. */
function compileAnswer({ answerAliases }: PixProvider): Plan['toAnswer'] {
  if (!answerAliases) return same;
  const aliases = Object.entries(answerAliases);
  return (answer) => {
    if (!isObject(answer)) return answer;
    for (const [name, older] of aliases) {
      if (answer[older] !== undefined && answer[name] === undefined) answer[name] = answer[older];
    }
    return answer;
  };
}

/** Converts a phone key to the form without `+`. Returns any other value unchanged. */
function withPhoneKey<T>(holder: T): T {
  const chave = (holder as { readonly chave?: unknown } | undefined)?.chave;
  if (typeof chave !== 'string') return holder;
  const key = toKeyWithoutPlus(chave);
  return key === chave ? holder : { ...holder, chave: key };
}

/** Builds the empty page of a list that answers 404. */
function compileEmptyPage(operation: PixOperation, provider: PixProvider): Plan['emptyPage'] {
  const { items } = operation;
  const isListed = provider.emptyIsNotFound?.includes(operationName(operation)) === true;
  if (items === undefined || !isListed) return undefined;
  return (query) => ({
    parametros: {
      ...query,
      paginacao: {
        paginaAtual: Number(query['paginacao.paginaAtual'] ?? 0),
        itensPorPagina: Number(query['paginacao.itensPorPagina'] ?? DEFAULT_PAGE_SIZE),
        quantidadeDePaginas: 1,
        quantidadeTotalDeItens: 0,
      },
    },
    [items]: [],
  });
}

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
  const [elsewhere, where, here] =
    environment === 'production'
      ? ([provider.sandboxOnly, 'the sandbox', 'production'] as const)
      : ([provider.productionOnly, 'production', 'the sandbox'] as const);
  if (!elsewhere?.includes(name)) return undefined;
  return new ValueError(
    `${name} exists only in ${where} of ${provider.name}; this client is set to ${here}.`,
  );
}

/**
 * Returns why the scopes of an account do not permit an operation: an error, and advice for a refusal by the
 * provider, whose tokens may permit more. Neither if they do or this cannot be known: the provider may use other scope
 * names, or none. No error if the profile has the feature of the operation without this scope: others may permit it.
 */
function findMissingScope(
  operation: PixOperation,
  { provider, scopes: asked = [], checkScopes }: PixCallerConfig,
): Partial<Pick<Plan, 'missingScope' | 'scopeAdvice'>> {
  const { scope } = operation;
  if (scope === null || asked.length === 0 || asked.includes(scope)) return {};
  if (!asked.every((name) => isKnown(name, provider))) return {};
  const feature = findFeature(operation);
  const offered = feature && resolveFeatureScopes(provider, feature);
  const scopeAdvice =
    `${operationName(operation)} requires the scope ${scope}, and this account requests only ${asked.join(' ')}. ` +
    describeScope(scope, provider.name, feature, offered);
  if (!checkScopes || offered?.includes(scope) === false) return { scopeAdvice };
  const text = `${scopeAdvice} If its tokens permit more than it requests, set checkScopes: false.`;
  return { scopeAdvice, missingScope: new ConfigurationError(text) };
}

/** Describes how to request a scope. */
function describeScope(
  scope: string,
  name: string,
  feature: PixFeature | undefined,
  offered: readonly string[] | undefined,
): string {
  if (feature && !offered) {
    return `The profile of ${name} has no ${feature}: add ${scope} to scopes if the provider granted it to this client.`;
  }
  const how = pixScopes.includes(scope) ? '' : `: scopes: [...ordinaryPixScopes, '${scope}']`;
  return offered?.includes(scope)
    ? `Set features: ['${feature ?? ''}'], or add ${scope} to scopes, if ${name} granted it to this client.`
    : `Add ${scope} to scopes, if ${name} granted it${how}.`;
}

/** Whether a name is a scope of the specification, or of a group of the provider. */
function isKnown(name: string, { scopeGroups = {} }: PixProvider): boolean {
  return (
    pixScopes.includes(name) ||
    Object.values(scopeGroups).some(({ scopes }) => scopes.includes(name))
  );
}

/**
 * Returns the base address of an operation, including the version segment if the provider has one
 * for each resource.
 */
export function resolveBaseUrl(
  operation: PixOperation,
  provider: PixProvider,
  baseUrl: string,
): string {
  const version = resolveVersion(provider.versions, operation);
  return version === undefined ? baseUrl : `${baseUrl}/${version}`;
}

/**
 * Encodes a query with a leading `?`, using the provider's parameter names. Returns an empty text
 * without parameters.
 */
export function encodeQuery(
  query: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    search.set((Object.hasOwn(names, name) ? names[name] : undefined) ?? name, value);
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
