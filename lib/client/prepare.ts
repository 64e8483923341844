import { randomUUID } from 'node:crypto';
import {
  buildPath,
  buildQuery,
  checkBody,
  normalizeBody,
  normalizeParams,
  validateFilter,
  type Body,
  type PathValues,
  type Plain,
  type PixOperation,
} from '../contract/index.js';
import { ValidationError, ValueError } from '../errors/index.js';
import type { PixCallActivity } from '../observe/index.js';
import type { PixProvider } from '../providers/index.js';
import type { PixRuntime } from '../runtime/index.js';
import { parseTimeout } from '../transport/index.js';
import { encodeQuery } from './address.js';
import { buildActivity } from './exchange-activity.js';
import { mergeHeaders } from './headers.js';
import { assertDepth, toJsonBody } from './json-body.js';
import type { PixCallerConfig } from './pix-caller.config.js';
import type { Plan } from './plan.js';
import type { PixRequestOptions } from './request-options.js';
import { withPhoneKey } from './variants.js';

/** The arguments of an operation. */
export interface PixCallInput<Sent = unknown, Filter = unknown> {
  params?: PathValues;
  filter?: Filter | undefined;
  body?: Sent;
  /** Bearer token of an operation that has its own. */
  token?: string;
}

/** Calls operations of an account. */
export interface OperationCaller {
  readonly provider: PixProvider;
  readonly runtime: PixRuntime;
  call<Input, Response, Filter>(
    operation: PixOperation<Input, Response, Filter>,
    input?: PixCallInput<Body<Input>, Plain<Filter>>,
    options?: PixRequestOptions,
  ): Promise<Response>;
}

/** A validated call that only needs a token. */
export interface PreparedCall {
  readonly plan: Plan;
  /** The arguments, normalized: with the body that is sent, before the provider's variants. */
  readonly input: PixCallInput;
  readonly options: PixRequestOptions;
  readonly url: string;
  /** The query, before the provider's parameter names are applied. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: string | undefined;
  /** The token to send instead of the account's; undefined if the operation has none of its own. */
  readonly ownToken: string | undefined;
  /** What observers see of the call. */
  readonly activity: PixCallActivity;
}

const NO_QUERY: Readonly<Record<string, string>> = {};

function checkPageSize(provider: PixProvider, filter: unknown): void {
  const { maxItensPorPagina } = provider;
  const asked = (filter as { itensPorPagina?: number } | undefined)?.itensPorPagina;
  if (maxItensPorPagina === undefined || asked === undefined || asked <= maxItensPorPagina) return;
  const razao = `itensPorPagina deve ser no máximo ${maxItensPorPagina} em ${provider.name}`;
  throw new ValidationError(`Filtro inválido: ${razao}`, {
    violacoes: [{ propriedade: 'itensPorPagina', razao }],
  });
}

function buildHeaders(config: PixCallerConfig, options: PixRequestOptions) {
  const { provider, headers } = config;
  const extra = options.headers;
  const merged = extra ? mergeHeaders(headers, extra, provider.accountHeader) : headers;
  const { correlationHeader } = provider;
  return correlationHeader === undefined ? merged : withCorrelation(merged, correlationHeader);
}

/** Adds a correlation id, unless the application's headers contain one in any letter case. */
function withCorrelation(headers: Readonly<Record<string, string>>, header: string) {
  const isHeader = (name: string) => name.toLowerCase() === header.toLowerCase();
  return Object.keys(headers).some(isHeader) ? headers : { ...headers, [header]: randomUUID() };
}

/** Throws if the provider cannot serve the operation, or the account's token does not permit it. */
function assertOffered(config: PixCallerConfig, plan: Plan, options: PixRequestOptions): void {
  if (plan.refusal) throw plan.refusal;
  const usesOwnScopes = options.scopes !== undefined || config.leastPrivilege;
  if (plan.missingScope && !usesOwnScopes) throw plan.missingScope;
}

/** Characters of a bearer token in a header. */
const TOKEN = /^[\x21-\x7e]+$/;

/** @throws ValueError if the operation has its own token and the call has none that can be sent */
function assertOwnToken({ operation, name }: Plan, token: unknown): void {
  if (operation.ownToken === undefined) return;
  if (typeof token === 'string' && TOKEN.test(token)) return;
  throw new ValueError(
    `${name} requires the option token, visible ASCII characters without spaces: ${operation.ownToken}.`,
  );
}

/** Validates the filter and the body. Returns the body, normalized. */
function checkArguments(config: PixCallerConfig, plan: Plan, given: PixCallInput): unknown {
  const { operation, queryNames = {} } = plan;
  const { provider, allowUnknownFields = false } = config;
  const allowed = Object.values(queryNames);
  validateFilter(operation, given.filter, { allowUnknownFields, allowed });
  const body = checkBody(operation, given.body, { allowUnknownFields });
  checkPageSize(provider, given.filter);
  return body;
}

/**
 * Validates a call and builds its request. Normalizes the body and the path parameters first, without
 * modifying the caller's. Nothing is sent before, not even a token request.
 *
 * @throws NotImplementedError, ConfigurationError, ValueError, ValidationError
 */
export function prepareCall(
  config: PixCallerConfig,
  plan: Plan,
  given: PixCallInput,
  options: PixRequestOptions,
): PreparedCall {
  assertOffered(config, plan, options);
  assertOwnToken(plan, given.token);
  if (options.timeout !== undefined) parseTimeout(options.timeout);
  const { operation, milliseconds } = plan;
  const { provider, validate } = config;
  const headers = buildHeaders(config, options);
  assertDepth(operation, given.body);
  const params = normalizeParams(operation, given.params);
  const path = buildPath(operation, withPhoneKey(provider, params), { validate });
  const checked = validate
    ? checkArguments(config, plan, given)
    : normalizeBody(operation.body, given.body);
  const input: PixCallInput = {
    ...given,
    ...(params && { params }),
    ...(checked !== undefined && { body: checked }),
  };
  const filter = input.filter as object | undefined;
  const query = operation.filter ? buildQuery(operation, filter, { milliseconds }) : NO_QUERY;
  const search =
    operation.filter || config.query
      ? encodeQuery({ ...query, ...config.query }, plan.queryNames)
      : '';
  const body = withPhoneKey(provider, input.body);
  return {
    plan,
    input,
    options,
    url: plan.base + path + search,
    query,
    headers,
    data: toJsonBody(operation, body),
    ownToken: operation.ownToken === undefined ? undefined : given.token,
    activity: buildActivity(config, plan, input.params),
  };
}
