import { EventEmitter } from 'node:events';
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { ProxyFailure } from './proxy-failure.js';

/**
 * Opens a connection to a host through a proxy (CONNECT, RFC 9110, 9.3.6). TLS with the host is not
 * part of it: it goes end to end.
 *
 * @throws ProxyFailure if the proxy cannot be reached, refuses, or `signal` aborts
 */
export async function openTunnel(
  proxy: URL,
  target: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const agent = new HttpsProxyAgent(proxy, { signal, rejectUnauthorized: true });
  const request: EventEmitter = new EventEmitter();
  let status: number | undefined;
  request.once('proxyConnect', ({ statusCode }: { statusCode: number }) => (status = statusCode));
  try {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- the agent only emits events on it
    const socket = await agent.connect(request as ClientRequest, {
      ...target,
      secureEndpoint: false,
    });
    // Otherwise the socket of the agent replays the response of the proxy as that of the host.
    if (status === 200) return socket;
  } catch (error) {
    throw new ProxyFailure(proxy.host, status, error as NodeJS.ErrnoException);
  }
  throw new ProxyFailure(proxy.host, status);
}
