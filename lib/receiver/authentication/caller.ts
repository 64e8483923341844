import type { IncomingMessage } from 'node:http';
import { plainAddress, type AddressList } from './address-list.js';

/** The caller, as described by the connection and the trusted proxies. */
export interface Caller {
  readonly request: IncomingMessage;
  readonly query: URLSearchParams;
  /** The caller's address: the last one in front of the trusted proxies. */
  readonly address: string;
  /** Whether the connection comes from a trusted proxy. */
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

/**
 * Returns the address of the caller behind the trusted proxies. Each proxy appends the address it
 * received the request from, so the list is read from its end. Entries in front of the first
 * untrusted address may be forged and are ignored.
 */
function forwardedFor(request: IncomingMessage, connection: string, trusted: AddressList): string {
  const header = request.headers['x-forwarded-for'] ?? '';
  const hops = String(header)
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '')
    .map(plainAddress);
  return hops.findLast((hop) => !trusted.has(hop)) ?? hops[0] ?? connection;
}
