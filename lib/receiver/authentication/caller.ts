import type { IncomingMessage } from 'node:http';
import { plainAddress, type AddressList } from './address-list.js';

/** Who is calling, as far as the connection and the trusted proxies tell. */
export interface Caller {
  readonly request: IncomingMessage;
  readonly query: URLSearchParams;
  /** The caller's own address: the last one before our own proxies. */
  readonly address: string;
  /** Whether the connection comes from one of our own proxies. */
  readonly throughProxy: boolean;
}

export function describeCaller(
  request: IncomingMessage,
  query: URLSearchParams,
  trustedProxies: AddressList,
): Caller {
  const connection = plainAddress(request.socket.remoteAddress ?? '');
  const throughProxy = trustedProxies.has(connection);
  return {
    request,
    query,
    throughProxy,
    address: throughProxy ? forwardedFor(request, connection, trustedProxies) : connection,
  };
}

/** Each proxy appends whom it heard from, so the list is read from its end; what a stranger says is not believed. */
function forwardedFor(request: IncomingMessage, connection: string, trusted: AddressList): string {
  const header = request.headers['x-forwarded-for'] ?? '';
  const hops = String(header)
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '')
    .map(plainAddress);
  return hops.findLast((hop) => !trusted.has(hop)) ?? hops[0] ?? connection;
}
