import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { SimulatorProblem } from '../families/problems.js';
import { emptyReply, problemReply, type Reply } from '../http/messages.js';

/** Creates the token of a console or a control API that other machines can reach. On loopback there is none. */
export function createToken(host: string): string | undefined {
  const isLoopback =
    host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
  return isLoopback ? undefined : randomBytes(18).toString('base64url');
}

const DETAIL = 'Abra o endereço do console que o simulador mostrou ao iniciar: ele contém o token.';

/**
 * Returns the reply to a request that may not continue, or `undefined` for one with the token in its cookie or as
 * Bearer. An address with the token sets the cookie and leads to the address without it, so that the token stays in
 * neither the address bar nor a link.
 */
export function requireToken(request: IncomingMessage, token: string): Reply | undefined {
  const { authorization, cookie = '' } = request.headers;
  // Cookies are of all ports of a host.
  const name = `console-${request.socket.localPort}`;
  const given = [
    authorization?.replace(/^Bearer /i, ''),
    ...cookie.split('; ').map((pair) => (pair.startsWith(`${name}=`) ? pair.split('=')[1] : '')),
  ];
  if (given.some((text) => isToken(text, token))) return undefined;
  const [path = '/', search] = (request.url ?? '/').split('?');
  const query = new URLSearchParams(search);
  if (!isToken(query.get('token'), token)) {
    const headers = { 'www-authenticate': 'Bearer' };
    return problemReply(new SimulatorProblem('NaoAutorizado', { detail: DETAIL, headers }));
  }
  query.delete('token');
  const headers = {
    // Two slashes at the beginning would name another host.
    location: path.replace(/^[/\\]+/, '/') + (query.size === 0 ? '' : `?${query.toString()}`),
    'set-cookie': `${name}=${token}; Path=/; HttpOnly; SameSite=Strict`,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  return { ...emptyReply(303), headers };
}

function isToken(text: string | null | undefined, token: string): boolean {
  const [one, other] = [Buffer.from(text ?? ''), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
