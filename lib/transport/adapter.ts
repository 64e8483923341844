// Sends one HTTPS request with time limits and a bounded response.

import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { HttpService } from '@nestjs/axios';
import {
  ConfigurationError,
  getErrorCode,
  ValueError,
  isPixErrorOfClass,
} from '../errors/index.js';
import { onAbort, type AbortSource } from '../runtime/index.js';
import { type PixAgent, ProxyFailure } from './agent.js';
import type { InterceptedCall, InterceptedCallOptions } from './axios.js';
import { aborted, clientClosed, deadlinePassed, notCreated, type RequestFacts } from './failure.js';
import * as failure from './failure.js';
import {
  buildUrl,
  isUsed,
  toRequestFacts,
  toTarget,
  type PixHttp,
  type PixRequest,
  type PixResponse,
  type RequestTarget,
  DEFAULT_TIMEOUT,
  parseTimeout,
  type PixTimeout,
  type TimeLimits,
} from './request.js';

/**
 * Tracing agents patch what require() loads; an import of a module of Node does not pass them. The
 * path is any absolute one: import.meta.url is empty in a bundle of CommonJS.
 */
const https = createRequire(process.execPath)('node:https') as typeof Https;

export interface LeanAdapterOptions {
  /** The agent with the connections and the client certificate. */
  agent: { readonly current: PixAgent };
  /** Default: 5 s to connect, 30 s to read. */
  timeout?: PixTimeout | undefined;
  /** Maximum size of a response in bytes, before and after decompression. Default: 10 MiB. */
  maxResponseBytes?: number | undefined;
  /**
   * Whether the errors of connections contain a solution, which concerns the options of a provider's
   * client. Default: `true`.
   */
  hints?: boolean | undefined;
  /** What to try if a host is the wrong one, by host. Default: nothing. */
  advice?: ReadonlyMap<string, string> | undefined;
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
 * @throws ConfigurationError if `maxResponseBytes` is not above 0
 */
export function createLeanAdapter(options: LeanAdapterOptions): PixHttp {
  const { timeout = DEFAULT_TIMEOUT } = options;
  const { maxResponseBytes = DEFAULT_MAX_RESPONSE_BYTES, hints = true, advice } = options;
  if (!(maxResponseBytes > 0)) throw new ConfigurationError('maxResponseBytes must be above 0.');
  const defaults = parseTimeout(timeout);

  return (sent) =>
    new Promise<PixResponse>((resolve, reject) => {
      const { timeout: ownTimeout, until, signal, body } = sent;
      const own = ownTimeout === undefined ? defaults : parseTimeout(ownTimeout);
      const agent = options.agent.current;
      const target = sent.target ?? toTarget(buildUrl(sent));
      const facts = toRequestFacts(sent, target, hints, advice);
      if (signal?.aborted === true) throw aborted(facts, { sent: false }, signal.reason);
      if (agent.closed) throw clientClosed(facts);
      const limits = until === undefined ? own : withinDeadline(own, until, facts);
      const request = open(sent, { agent, target, facts });
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

/** The errors of node:http for a method or a header. */
const INVALID_IN_HTTP: ReadonlySet<string | undefined> = new Set([
  'ERR_HTTP_INVALID_HEADER_VALUE',
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
]);

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

function open(
  { method: given = 'GET', headers = {}, body }: PixRequest,
  { agent, target, facts }: { agent: PixAgent; target: RequestTarget; facts: RequestFacts },
): ClientRequest {
  const method = given.toUpperCase();
  const options: Https.RequestOptions = {
    agent,
    method,
    host: target.hostname,
    port: target.port,
    path: target.path,
    // A copy, because tracing agents may add to it.
    headers: { ...headers },
  };
  try {
    // Through the module object, which tracing agents patch.
    const request = https.request(options);
    // Node.js sets the length of the others itself.
    if (body !== undefined && !METHODS_WITH_BODY.has(method))
      request.setHeader('Content-Length', Buffer.byteLength(body));
    return request;
  } catch (error) {
    if (!INVALID_IN_HTTP.has(getErrorCode(error))) throw notCreated(facts, error);
    throw new ValueError('The request has a header or method that is invalid in HTTP.', {
      cause: error,
    });
  }
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
      sendsHeaders: true,
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
  let chain: Promise<typeof InterceptedCall> | undefined;
  return (request) => {
    const interceptors = find()?.axiosRef.interceptors;
    if (!interceptors || !(isUsed(interceptors.request) || isUsed(interceptors.response)))
      return options.adapter(request);
    // Kept, because each import() costs more than a request.
    chain ??= import('./axios.js').then((axios) => axios.InterceptedCall);
    return chain.then((Call) => new Call(request, options).run(interceptors));
  };
}

interface ExchangeOptions {
  /** Whether the client was closed. */
  readonly agent: { readonly closed: boolean };
  readonly facts: failure.RequestFacts;
  readonly limits: TimeLimits;
  readonly maxResponseBytes: number;
  readonly signal: AbortSource | undefined;
}

type Phase = 'queued' | 'connecting' | 'sent' | 'received' | 'settled';

/**
 * A request and its response: collects the response, enforces the time limits, and settles once,
 * with an error that reports whether the request may have taken effect.
 */
class Exchange implements failure.Progress {
  reused = false;

  #phase: Phase = 'queued';
  #response: IncomingMessage | undefined;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => void) | undefined;

  constructor(
    private readonly request: ClientRequest,
    private readonly options: ExchangeOptions,
    private readonly resolve: (response: PixResponse) => void,
    private readonly reject: (error: Error) => void,
  ) {
    request.on('socket', (socket) => this.#onSocket(socket));
    request.on('response', (response) => this.#onResponse(response));
    request.on('error', (error) => this.#onBroken(error));
    request.on('close', () => this.#onRequestClose());
    this.#holdRead();
    this.#listenForAbort();
  }

  get sent(): boolean {
    return this.#phase === 'sent' || this.#phase === 'received';
  }

  get answered(): boolean {
    return this.#response !== undefined;
  }

  #onSocket(socket: Socket & { authorized?: boolean }): void {
    if (this.#phase !== 'queued' && this.#phase !== 'connecting') return;
    // node:tls sets it when the handshake is complete and the peer is verified.
    if (socket.authorized === true) {
      this.reused = true;
      const wasQueued = this.#phase === 'queued';
      this.#phase = 'sent';
      if (!wasQueued) this.#restartRead();
      else if (this.options.limits.until === undefined) this.#timer?.refresh();
      return;
    }
    if (this.#phase === 'queued') {
      this.#phase = 'connecting';
      clearTimeout(this.#timer);
      this.#timer = setTimeout(onTimeLimit, this.options.limits.connectMs, this);
    }
    socket.once('secureConnect', () => this.#onSecure());
  }

  #onSecure(): void {
    if (this.#phase !== 'connecting') return;
    this.#phase = 'sent';
    this.#restartRead();
  }

  #restartRead(): void {
    clearTimeout(this.#timer);
    this.#holdRead();
  }

  #holdRead(): void {
    const { readMs, until } = this.options.limits;
    if (readMs === null) return;
    const ms = until === undefined ? readMs : Math.min(readMs, until - performance.now());
    this.#timer = setTimeout(onTimeLimit, ms, this);
  }

  #onResponse(response: IncomingMessage): void {
    this.#response = response;
    response.on('data', (chunk: Buffer) => this.#onData(chunk));
    response.on('end', () => this.#onEnd(response));
    response.on('error', (error) => this.#onBroken(error));
  }

  #onData(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > this.options.maxResponseBytes) this.#tooLarge();
  }

  #onEnd(response: IncomingMessage): void {
    if (this.#phase !== 'sent') return;
    this.#phase = 'received';
    clearTimeout(this.#timer);
    const [first] = this.#chunks;
    const body = first?.length === this.#size ? first : Buffer.concat(this.#chunks);
    const encoding = response.headers['content-encoding'];
    if (encoding === undefined || encoding === 'identity' || body.length === 0) {
      this.#succeed(response, response.headers, body);
      return;
    }
    decompress(encoding, body, this.options.maxResponseBytes, (error, decoded) => {
      if (error?.code === 'ERR_BUFFER_TOO_LARGE') this.#tooLarge();
      else if (error) this.#fail(failure.undecodable(this.options.facts, error));
      else {
        const headers = { ...response.headers };
        delete headers['content-encoding'];
        delete headers['content-length'];
        this.#succeed(response, headers, decoded);
      }
    });
  }

  #succeed(response: IncomingMessage, headers: IncomingHttpHeaders, body: Buffer): void {
    if (!this.#settle()) return;
    const text = body.toString('utf8');
    this.resolve({
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? '',
      headers,
      // JSON.parse rejects a byte order mark.
      body: text.startsWith('\uFEFF') ? text.slice(1) : text,
      request: this.request,
    });
  }

  /** Node destroys an incomplete response first. Mocks, such as nock 14, close the request while its body is read. */
  #onRequestClose(): void {
    if (this.#response?.destroyed === false) this.#response.on('close', () => this.#onBroken());
    else this.#onBroken();
  }

  #onBroken(error?: NodeJS.ErrnoException): void {
    if (this.#phase === 'received' || this.#phase === 'settled') return;
    const { agent, facts } = this.options;
    if (agent.closed) this.#fail(failure.closedInFlight(facts, this));
    // The look-up of the agent refused the host.
    else if (isPixErrorOfClass(error, 'PIXError')) this.#fail(error);
    else if (error instanceof ProxyFailure) this.#fail(failure.proxyFailed(facts, error));
    else this.#fail(failure.connectionFailure(facts, this, error));
  }

  #tooLarge(): void {
    this.#fail(failure.responseTooLarge(this.options.facts, this.options.maxResponseBytes));
  }

  /** @internal */
  onTimeLimit(): void {
    const { facts, limits } = this.options;
    const { connectMs, readMs } = limits;
    if (this.#phase === 'connecting') this.#fail(failure.connectTimeout(facts, connectMs));
    else if (this.#phase === 'queued') this.#fail(failure.queueTimeout(facts, Number(readMs)));
    else this.#fail(failure.readTimeout(facts, Number(readMs), this));
  }

  #fail(error: Error): void {
    if (!this.#settle()) return;
    this.reject(error);
    this.request.destroy();
  }

  /** @returns false if it was settled before */
  #settle(): boolean {
    if (this.#phase === 'settled') return false;
    this.#phase = 'settled';
    clearTimeout(this.#timer);
    this.#stopListening?.();
    return true;
  }

  #listenForAbort(): void {
    const { signal } = this.options;
    if (signal === undefined) return;
    const abort = () => {
      if (this.#phase === 'settled') return;
      this.#fail(failure.aborted(this.options.facts, this, signal.reason));
    };
    this.#stopListening = onAbort(signal, abort);
  }
}

function onTimeLimit(exchange: Exchange): void {
  exchange.onTimeLimit();
}

type Done = (error: NodeJS.ErrnoException | null, result: Buffer) => void;

/**
 * Decodes a `Content-Encoding`. The client never requests one, but some gateways apply it.
 *
 * @param limit maximum size of the result in bytes; a larger one ends in `ERR_BUFFER_TOO_LARGE`
 */
function decompress(encoding: string, body: Buffer, limit: number, done: Done): void {
  const options = { maxOutputLength: limit };
  switch (encoding.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      gunzip(body, options, done);
      break;
    case 'br':
      brotliDecompress(body, options, done);
      break;
    case 'deflate':
      // RFC 9110 requires the zlib format, but some servers omit its wrapper.
      (isZlib(body) ? inflate : inflateRaw)(body, options, done);
      break;
    default:
      done(new Error('Unknown Content-Encoding'), body);
  }
}

/** Whether the data is in zlib format (RFC 1950, 2.2). */
function isZlib(body: Buffer): boolean {
  const [method = 0, flags = 0] = body;
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}
