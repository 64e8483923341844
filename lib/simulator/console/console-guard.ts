import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * Why a request to the console is not let in. The console takes no certificate, so that a browser can open it: what
 * guards it is that it listens on the machine alone, and that other pages in that browser are kept out.
 *
 * - Another `Host` is a name that was made to lead here (DNS rebinding).
 * - Another `Origin`, or a cross-site `Sec-Fetch-Site`, is another page that sends on its user's behalf; a link that
 *   opens the console is not one.
 */
export function strangerOf(request: IncomingMessage): string | undefined {
  const { host = '', origin } = request.headers;
  if (!ownHosts(request.socket).includes(host)) return 'O console atende só por localhost.';
  if (origin !== undefined && origin !== `http://${host}`) return 'A origem não é o console.';
  const site = request.headers['sec-fetch-site'] ?? 'none';
  const opens = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate';
  if (site === 'same-origin' || site === 'none' || opens) return undefined;
  return 'A requisição vem de outro site.';
}

function ownHosts(socket: Socket): string[] {
  const { port } = socket.address() as AddressInfo;
  return [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`];
}
