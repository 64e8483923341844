import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isPixError } from '../../errors/index.js';
import { getHost } from '../location.js';
import type { PayloadSettings } from '../payload.options.js';
import * as failure from './failure.js';

/** @internal */
export interface TextRequest {
  readonly address: URL;
  readonly accept: string;
  /** For errors. */
  readonly operation: string;
  readonly settings: PayloadSettings;
  readonly signal: AbortSignal | undefined;
}

/** A response with any status. @internal */
export interface TextAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly retryAfterHeader: string | undefined;
  readonly body: string;
}

/**
 * Sends one GET on a new connection: TLS always verified, no redirects, no proxy, limited in size
 * and time. Does not use the provider's transport, whose connections carry the client certificate:
 * the host in a code is untrusted.
 *
 * @throws ValidationError if the host is not on a public network
 * @throws PixErroTransporteException if no complete response arrives
 * @internal
 */
export async function getText(get: TextRequest): Promise<TextAnswer> {
  const { address, operation, settings, signal } = get;
  const { connectMs, readMs } = settings.limits;
  const facts = { host: address.host, operation };
  if (signal?.aborted === true) throw failure.aborted(facts, signal.reason);

  // Destroying a request fails it with an error of Node.js; this is the actual reason.
  let stopped: Error | undefined;
  const request = open(get);
  const stop = (reason: Error) => {
    stopped = reason;
    request.destroy();
  };
  const abort = ({ target }: Event) => stop(failure.aborted(facts, (target as AbortSignal).reason));
  signal?.addEventListener('abort', abort);
  let timer = setTimeout(() => stop(failure.connectTimeout(facts, connectMs)), connectMs);
  request.on('socket', (socket) =>
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      timer = setTimeout(() => stop(failure.readTimeout(facts, readMs)), readMs);
    }),
  );

  try {
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > settings.maxResponseBytes) {
        throw (stopped = failure.responseTooLarge(facts, settings.maxResponseBytes));
      }
      chunks.push(chunk);
    }
    const { statusCode, headers } = response;
    return {
      status: Number(statusCode),
      contentType: headers['content-type'],
      retryAfterHeader: headers['retry-after'],
      body: Buffer.concat(chunks).toString('utf8'),
    };
  } catch (error) {
    if (stopped) throw stopped;
    throw isPixError(error, 'ValidationError') ? error : failure.connectionFailure(facts, error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function open({ address, accept, settings }: TextRequest): ClientRequest {
  const request = httpsRequest({
    agent: settings.agent,
    host: getHost(address),
    port: address.port,
    path: address.pathname + address.search,
    headers: { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'nestjs-pix' },
  });
  // It may still fail after the response was read.
  return request.on('error', () => undefined);
}
