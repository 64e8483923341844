import type { ClientRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AxiosResponse } from 'axios';
import { ConfigurationError, ValueError } from '../../errors/index.js';
import { PixAgent } from '../agent.js';
import { DEFAULT_TIMEOUT, parseTimeout, type PixTimeout, type TimeLimits } from '../time-limit.js';
import { Exchange, reasonOf } from './exchange.js';
import { aborted, clientClosed, deadlinePassed, type RequestFacts } from './failure.js';
import {
  addressOf,
  bodyOf,
  rawHeaders,
  type PixAxiosRequestConfig,
  type PixHttp,
  type RequestBody,
} from './request-config.js';

export interface LeanAdapterOptions {
  /** Carries the connections, and with them the certificate. */
  agent: PixAgent;
  /** Default: 5 s to connect, 30 s to read. */
  timeout?: PixTimeout | undefined;
  /** Longest answer, before and after decompression. Default: 10 MiB. */
  maxResponseBytes?: number | undefined;
}

const DEFAULT_MAX_RESPONSE_BYTES = 10 * 1024 * 1024;

/**
 * Sends what a call to a provider needs and nothing else: https alone, no
 * redirects followed, no proxy, no cookies, a bounded answer as text. Every status resolves; what
 * a status means is the caller's matter. {@link PixAxiosRequestConfig} names what it reads. It is
 * called as it is, since axios' own dispatch costs as much as a third of a call; it is an adapter of
 * axios all the same, for whoever wants its interceptors.
 *
 * The promise rejects with
 * - `ValueError`: the request can't be sent as given (address, body, header, time limit);
 * - `PixTimeoutException`: a time limit passed;
 * - `PixConexaoException`: the connection could not be made, or broke;
 * - `PixErroTransporteException`: aborted (`cause` is the reason), or the answer is too large or
 *   undecodable.
 *
 * `resultUnknown` is true on them when the request may have taken effect.
 *
 * @throws ValueError when `timeout` is none
 * @throws ConfigurationError when `agent` is not one of `createPixAgent`, or `maxResponseBytes`
 * is not above 0
 */
export function createLeanAdapter(options: LeanAdapterOptions): PixHttp {
  const { agent, timeout = DEFAULT_TIMEOUT } = options;
  const { maxResponseBytes = DEFAULT_MAX_RESPONSE_BYTES } = options;
  if (!(agent instanceof PixAgent)) {
    throw new ConfigurationError('The adapter needs an agent of createPixAgent.');
  }
  if (!(maxResponseBytes > 0)) throw new ConfigurationError('maxResponseBytes must be above 0.');
  const defaults = parseTimeout(timeout);

  return (config) =>
    new Promise<AxiosResponse<string>>((resolve, reject) => {
      const { pixTimeout, pixUntil, pixOperation, pixProvider, pixSafe, signal } = config;
      const own = pixTimeout === undefined ? defaults : parseTimeout(pixTimeout);
      const address = addressOf(config);
      const facts: RequestFacts = {
        host: address.host,
        operation: pixOperation,
        provider: pixProvider,
        safe: pixSafe === true,
      };
      if (signal?.aborted === true) throw aborted(facts, { sent: false }, reasonOf(signal));
      if (agent.closed) throw clientClosed(facts);
      const limits = pixUntil === undefined ? own : withinDeadline(own, pixUntil, facts);
      const body = bodyOf(config.data);
      const request = open(agent, address, config, body);
      const exchange = { agent, facts, limits, maxResponseBytes, config, signal };
      new Exchange(request, exchange, resolve, reject);
      request.end(body);
    });
}

/** Time limits cut to what is left until the deadline of the call. */
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

function open(
  agent: PixAgent,
  address: URL,
  config: PixAxiosRequestConfig,
  body: RequestBody | undefined,
): ClientRequest {
  const method = (config.method ?? 'GET').toUpperCase();
  try {
    return httpsRequest({
      agent,
      method,
      // An IPv6 address is in brackets in a URL and nowhere else.
      host: address.hostname.replace(/[[\]]/g, ''),
      port: address.port,
      path: address.pathname + address.search,
      headers: rawHeaders(config.headers ?? {}, method, address.host, body),
    });
  } catch (error) {
    throw new ValueError('The request has a header or method that HTTP does not allow.', {
      cause: error,
    });
  }
}
