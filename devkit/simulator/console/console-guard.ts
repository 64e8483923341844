import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { toUrlHost } from '../kernel/addresses.js';

const OTHER_HOST = 'O console atende só por localhost ou pelo próprio endereço.';

/**
 * Returns why a request to the console is refused, or `undefined` if it is accepted. The console
 * requires no certificate, so that a browser can open it. It is protected because it listens on the
 * loopback interface, unless the options choose another address, and refuses requests of other
 * pages in that browser:
 *
 * - Another `Host`: a domain that resolves to this machine (DNS rebinding). An address is no domain.
 * - Another `Origin`, or a cross-site `Sec-Fetch-Site`: another page (cross-site request forgery).
 *   A link that opens the console is accepted.
 */
export function findAccessViolation(request: IncomingMessage): string | undefined {
  const { host = '', origin } = request.headers;
  if (!listOwnHosts(request.socket).includes(host)) return OTHER_HOST;
  if (origin !== undefined && origin !== `http://${host}`) return 'A origem não é o console.';
  const site = request.headers['sec-fetch-site'] ?? 'none';
  const opens = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate';
  if (site === 'same-origin' || site === 'none' || opens) return undefined;
  return 'A requisição vem de outro site.';
}

function listOwnHosts(socket: Socket): string[] {
  const { port, address } = socket.address() as AddressInfo;
  // A listener of both families has IPv4 addresses in the form ::ffff:10.0.0.1.
  const own = toUrlHost(address.replace(/^::ffff:/, ''));
  return ['localhost', '127.0.0.1', '[::1]', own].map((host) => `${host}:${port}`);
}
