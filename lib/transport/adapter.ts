import type { ClientRequest } from 'node:http';
import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import type { HttpService } from '@nestjs/axios';
import { ConfigurationError, getErrorCode, ValueError } from '../errors/index.js';
import { type PixAgent, type ReplaceableAgent, toAgents } from './agent.js';
import type { InterceptedCallOptions } from './axios.js';
import { Exchange, getAbortReason } from './exchange.js';
import { aborted, clientClosed, deadlinePassed, notCreated, type RequestFacts } from './failure.js';
import {
  buildHeaders,
  buildUrl,
  toRequestFacts,
  type PixHttp,
  type PixRequest,
  type PixResponse,
} from './request.js';
import { DEFAULT_TIMEOUT, parseTimeout, type PixTimeout, type TimeLimits } from './time-limit.js';

/**
 * Tracing agents patch what require() loads; an import of a module of Node does not pass them. The
 * path is any absolute one: import.meta.url is empty in a bundle of CommonJS.
 */
const https = createRequire(process.execPath)('node:https') as typeof Https;

export interface LeanAdapterOptions {
  /** The agent with the connections and the client certificate. */
  agent: PixAgent | ReplaceableAgent;
  /** Default: 5 s to connect, 30 s to read. */
  timeout?: PixTimeout | undefined;
  /** Maximum size of a response in bytes, before and after decompression. Default: 10 MiB. */
  maxResponseBytes?: number | undefined;
  /**
   * Whether the errors of connections contain a solution, which concerns the options of a provider's
   * client. Default: `true`.
   */
  hints?: boolean | undefined;
}

const DEFAULT_MAX_RESPONSE_BYTES = 10 * 1024 * 1024;

/**
 * Creates the function that sends requests to a provider: https only, without redirects, proxies
 * and cookies, and with a bounded response as text. Every status resolves; the caller interprets it.
 *
 * The promise rejects with:
 *
 * - `ValueError`: the request is invalid (address, body, header, time limit);
 *
 * - `PixTimeoutException`: a time limit passed;
 *
 * - `PixConexaoException`: the connection could not be made, or broke;
 *
 * - `PixErroTransporteException`: aborted (`cause` is the reason), or the response is too large or
 * cannot be decoded.
 *
 * Their `resultUnknown` is true if the request may have taken effect.
 *
 * @throws ValueError if `timeout` is invalid
 * @throws ConfigurationError if `agent` was not created by this library, or `maxResponseBytes` is not
 * above 0
 */
export function createLeanAdapter(options: LeanAdapterOptions): PixHttp {
  const { timeout = DEFAULT_TIMEOUT } = options;
  const { maxResponseBytes = DEFAULT_MAX_RESPONSE_BYTES, hints = true } = options;
  const agents = toAgents(options.agent);
  if (!(maxResponseBytes > 0)) throw new ConfigurationError('maxResponseBytes must be above 0.');
  const defaults = parseTimeout(timeout);

  return (sent) =>
    new Promise<PixResponse>((resolve, reject) => {
      const { timeout: ownTimeout, until, signal, body } = sent;
      const own = ownTimeout === undefined ? defaults : parseTimeout(ownTimeout);
      const agent = agents.current;
      const address = buildUrl(sent);
      const facts = toRequestFacts(sent, address, hints);
      if (signal?.aborted === true) throw aborted(facts, { sent: false }, getAbortReason(signal));
      if (agent.closed) throw clientClosed(facts);
      const limits = until === undefined ? own : withinDeadline(own, until, facts);
      const request = open(sent, { agent, address, facts });
      const exchange = { agent, facts, limits, maxResponseBytes, signal };
      new Exchange(request, exchange, resolve, reject);
      request.end(body);
    });
}

/** Reduces time limits to the time until the deadline of the call. */
function withinDeadline(limits: TimeLimits, until: number, facts: RequestFacts): TimeLimits {
  const left = until - performance.now();
  if (left <= 0) throw deadlinePassed(facts);
  const { connectMs, readMs } = limits;
  if (readMs !== null && connectMs + readMs <= left) return limits;
  return {
    connectMs: Math.min(connectMs, left),
    readMs: readMs === null ? left : Math.min(readMs, left),
    until,
  };
}

interface RequestParts {
  readonly agent: PixAgent;
  readonly address: URL;
  readonly facts: RequestFacts;
}

/** The errors of node:http for a method or a header. */
const INVALID_IN_HTTP: ReadonlySet<string | undefined> = new Set([
  'ERR_HTTP_INVALID_HEADER_VALUE',
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
]);

function open(
  { method: given = 'GET', headers = {}, body }: PixRequest,
  { agent, address, facts }: RequestParts,
): ClientRequest {
  const method = given.toUpperCase();
  const options: Https.RequestOptions = {
    agent,
    method,
    host: getHost(address),
    port: address.port,
    path: address.pathname + address.search,
    headers: buildHeaders(headers, method, address.host, body),
  };
  try {
    // Through the module object, which tracing agents patch.
    return https.request(options);
  } catch (error) {
    if (!INVALID_IN_HTTP.has(getErrorCode(error))) throw notCreated(facts, error);
    throw new ValueError('The request has a header or method that is invalid in HTTP.', {
      cause: error,
    });
  }
}

/** Returns the host of an address without the brackets that an IPv6 address has only in a URL. */
export function getHost({ hostname }: URL): string {
  return hostname.replace(/[[\]]/g, '');
}

/**
 * The HTTP client of an account. The library sends through {@link send}: directly while there is no
 * interceptor, otherwise through the interceptors of {@link service}.
 */
export class AccountHttp {
  readonly #adapter: PixHttp;
  #loaded: HttpService | undefined;

  /** @throws ValueError or ConfigurationError, as `createLeanAdapter` does */
  constructor(private readonly options: LeanAdapterOptions) {
    this.#adapter = createLeanAdapter(options);
    this.send = sendThrough(() => this.#loaded, {
      adapter: this.#adapter,
      sendsAddedHeaders: true,
    });
  }

  readonly send: PixHttp;

  /** @throws ConfigurationError until {@link load} has created it */
  get service(): HttpService {
    return requireHttp(this.#loaded);
  }

  get loaded(): HttpService | undefined {
    return this.#loaded;
  }

  /** Creates the service. Only then are `@nestjs/axios` and Axios loaded. */
  async load(): Promise<HttpService> {
    const { createHttpService } = await import('./axios.js');
    return (this.#loaded ??= createHttpService(this.#adapter, this.options.agent));
  }
}

/** @throws ConfigurationError if there is no service */
export function requireHttp(service: HttpService | undefined): HttpService {
  if (service) return service;
  throw new ConfigurationError(
    'client.http is not loaded: set the option http: true, or inject the HttpService with @InjectPixHttp().',
  );
}

/** Creates a function that sends requests of the library through the interceptors of a service, if there is one. */
export function sendThrough(
  find: () => HttpService | undefined,
  options: InterceptedCallOptions,
): PixHttp {
  let chain: ReturnType<typeof loadChain> | undefined;
  return (request) => {
    const interceptors = find()?.axiosRef.interceptors;
    if (!interceptors || !(isUsed(interceptors.request) || isUsed(interceptors.response)))
      return options.adapter(request);
    // Kept, because each import() costs more than a request.
    chain ??= loadChain();
    return chain.then((InterceptedCall) => new InterceptedCall(request, options).run(interceptors));
  };
}

async function loadChain() {
  const { InterceptedCall } = await import('./axios.js');
  return InterceptedCall;
}

/** An ejected interceptor leaves `null` behind. */
function isUsed({ handlers }: { readonly handlers?: readonly unknown[] | null }): boolean {
  return handlers?.some((handler) => handler !== null) ?? false;
}
