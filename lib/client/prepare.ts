/** Validates a call and builds its request, before anything is sent. Knows no provider: its plan does. */
import {
  buildPath,
  findDifferences,
  MAX_BODY_DEPTH,
  normalizeParams,
  operationName,
  type Body,
  type OptionalKey,
  type Plain,
  type PixOperation,
} from '../contract/index.js';
import { isDeeper, isObject, ValidationError, ValueError } from '../errors/index.js';
import type { PixCallActivity } from '../observe/index.js';
import type { PixProvider } from '../providers/index.js';
import type { PixRuntime } from '../runtime/index.js';
import { parseTimeout, type PixResponse, type RequestTarget } from '../transport/index.js';
import type { CallLimits, PixRequestOptions } from './options.js';
import type { PixCallInput, Plan } from './plan.js';

/** Calls operations of an account. */
export interface OperationCaller {
  readonly provider: PixProvider;
  readonly runtime: PixRuntime;
  /** Returns a body as a call sends it, unchecked. */
  normalize(operation: PixOperation, body: unknown): unknown;
  call<Input, Response, Filter>(
    operation: PixOperation<Input, Response, Filter>,
    input?: PixCallInput<Body<OptionalKey<Input>>, Plain<Filter>>,
    options?: PixRequestOptions,
  ): Promise<Response>;
}

/** A validated call that only needs a token. */
export interface PreparedCall {
  readonly plan: Plan;
  /** The arguments, normalized: with the body that is sent, before the provider's variants. */
  readonly input: PixCallInput;
  readonly options: PixRequestOptions;
  readonly limits: CallLimits;
  readonly url: string;
  /** The parts of the address. */
  readonly target: RequestTarget;
  /** The query, before the provider's parameter names are applied. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: string | undefined;
  /** The token to send instead of the account's; undefined if the operation has none of its own. */
  readonly ownToken: string | undefined;
  /** What observers see of the call. */
  readonly activity: CallActivity;
}

/**
 * Validates a call and builds its request. Normalizes the body and the path parameters first, without
 * modifying the caller's. Nothing is sent before, not even a token request.
 *
 * @throws NotImplementedError, ConfigurationError, ValueError, ValidationError
 */
export function prepareCall(
  plan: Plan,
  given: PixCallInput,
  options: PixRequestOptions,
  limits: CallLimits,
): PreparedCall {
  const { operation } = plan;
  plan.assertOffered(options);
  assertOwnToken(plan, given.token);
  if (options.timeout !== undefined) parseTimeout(options.timeout);
  const headers = plan.buildHeaders(options.headers);
  assertDepth(operation, given.body);
  const params = normalizeParams(operation, given.params);
  const path = buildPath(operation, plan.toWire(params), { validate: plan.isValidated });
  const body = plan.validate(given, options);
  const input: PixCallInput = { params, filter: given.filter, body };
  const { query, search } = plan.buildQuery(input.filter);
  const { base, target } = plan;
  const { hostname, port, host } = target;
  const txid: unknown = input.params?.txid;
  return {
    plan,
    input,
    options,
    limits,
    url: base + path + search,
    target: { hostname, port, host, path: target.path + path + search },
    query,
    headers,
    data: toJsonBody(operation, plan.toWire(input.body)),
    ownToken: operation.ownToken === undefined ? undefined : given.token,
    activity: new CallActivity(plan, input.body, typeof txid === 'string' ? txid : undefined),
  };
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

/**
 * A call for its subscribers. It looks for the identifier and the differences when one reads them, because most do not.
 * The accessors are those of the class: V8 gives an object with accessors of its own a dictionary.
 */
class CallActivity implements PixCallActivity {
  readonly kind = 'call';
  readonly account: PixCallActivity['account'];
  readonly method: string;
  readonly operation: string;
  readonly isWrite: boolean;
  requests = 0;
  status: number | undefined = undefined;
  outcome: PixCallActivity['outcome'] = undefined;
  readonly #plan: Plan;
  readonly #body: unknown;
  #received: PixResponse | undefined;
  #record: object | undefined;

  constructor(
    plan: Plan,
    body: unknown,
    public txid: string | undefined,
  ) {
    this.#plan = plan;
    this.#body = body;
    this.account = plan.account;
    this.method = plan.operation.id;
    this.operation = plan.name;
    this.isWrite = plan.operation.repeat !== 'safe';
  }

  get requestId(): string | undefined {
    return this.#received && this.#plan.receivedId(this.#received.headers);
  }

  get differences(): readonly string[] | undefined {
    if (!this.#record) return undefined;
    const found = findDifferences(this.#plan.operation.body, this.#body, this.#record);
    return found.length > 0 ? found : undefined;
  }

  receive(response: PixResponse): void {
    this.status = response.status;
    this.#received = response;
  }

  /** @param record what the provider answered a write with */
  succeed(record: object): void {
    this.#record = record;
  }
}

/**
 * Refuses a body that is nested too deeply for the functions that read it.
 *
 * @throws ValidationError with field `body`
 */
function assertDepth(operation: PixOperation, body: unknown): void {
  if (isDeeper(body, MAX_BODY_DEPTH)) {
    throw refusal(
      operation,
      `o corpo tem mais de ${MAX_BODY_DEPTH} níveis, ou um objeto que contém a si mesmo`,
    );
  }
}

/**
 * Returns a body as JSON; `undefined` if there is no body.
 *
 * @throws ValidationError with field `body` if it has no form in JSON
 */
function toJsonBody(operation: PixOperation, body: unknown): string | undefined {
  if (body === undefined) return undefined;
  try {
    const json = JSON.stringify(body) as string | undefined;
    if (json !== undefined) return json;
  } catch {
    // The error may quote a value.
  }
  throw refusal(
    operation,
    'o corpo não pode ser convertido em JSON: remova valores sem forma em JSON, como BigInt',
  );
}

function refusal(operation: PixOperation, razao: string): ValidationError {
  return new ValidationError(`Corpo inválido em ${operationName(operation)}: ${razao}`, {
    violacoes: [{ propriedade: 'body', razao }],
  });
}

/** Names of headers that carry credentials. */
const SECRET_HEADER =
  /(?:auth|cookie|credential|hmac|key|pass|secret|senha|session|signature|token)(?![-_]?(?:method|mode|name|type|url|version))/i;

/** Returns the values of the headers whose names mark them as credentials. */
export function findSecretHeaders(headers?: Readonly<Record<string, string>>): string[] {
  if (headers === undefined) return [];
  return Object.entries(headers)
    .filter(([name]) => SECRET_HEADER.test(name))
    .map(([, value]) => value)
    .filter((value) => typeof value === 'string');
}

/**
 * Finds the secrets of a call, which a provider may repeat in its response: the headers that carry
 * credentials, its own token, and the values in the query of a webhook's address.
 */
export function findCallSecrets({ plan, input, options, ownToken }: PreparedCall): string[] {
  const secrets = findSecretHeaders(options.headers);
  if (ownToken !== undefined) secrets.push(ownToken);
  if (plan.operation.family.startsWith('webhook')) secrets.push(...findQueryValues(input.body));
  return secrets;
}

function findQueryValues(body: unknown): string[] {
  const url = isObject(body) ? String(body.webhookUrl) : '';
  return URL.canParse(url) ? [...new URL(url).searchParams.values()] : [];
}
