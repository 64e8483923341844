import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { isPixErrorOfClass } from '../errors/index.js';
import { onAbort, type AbortSource } from '../runtime/index.js';
import * as failure from './failure.js';
import { ProxyFailure } from './proxy.js';
import type { PixResponse } from './request.js';
import type { TimeLimits } from './time-limit.js';

export interface ExchangeOptions {
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
export class Exchange implements failure.Progress {
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
    this.#onConnecting();
    socket.once('secureConnect', () => this.#onSecure());
  }

  #onConnecting(): void {
    if (this.#phase !== 'queued') return;
    this.#phase = 'connecting';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(onTimeLimit, this.options.limits.connectMs, this);
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
    const [first, ...rest] = this.#chunks;
    const body = first === undefined || rest.length > 0 ? Buffer.concat(this.#chunks) : first;
    const headers = { ...response.headers };
    const encoding = response.headers['content-encoding'];
    if (encoding === undefined || encoding === 'identity' || body.length === 0) {
      this.#succeed(response, headers, body);
      return;
    }
    decompress(encoding, body, this.options.maxResponseBytes, (error, decoded) => {
      if (error?.code === 'ERR_BUFFER_TOO_LARGE') this.#tooLarge();
      else if (error) this.#fail(failure.undecodable(this.options.facts, error));
      else {
        delete headers['content-encoding'];
        delete headers['content-length'];
        this.#succeed(response, headers, decoded);
      }
    });
  }

  #succeed(response: IncomingMessage, headers: IncomingHttpHeaders, body: Buffer): void {
    if (!this.#settle()) return;
    this.resolve({
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? '',
      headers,
      body: decodeText(body),
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
      this.#fail(failure.aborted(this.options.facts, this, getAbortReason(signal)));
    };
    this.#stopListening = onAbort(signal, abort);
  }
}

function onTimeLimit(exchange: Exchange): void {
  exchange.onTimeLimit();
}

export function getAbortReason(signal: AbortSource | undefined): unknown {
  return (signal as { reason?: unknown } | undefined)?.reason;
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

/** Decodes text without the byte order mark, which JSON.parse rejects. */
function decodeText(body: Buffer): string {
  const text = body.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
