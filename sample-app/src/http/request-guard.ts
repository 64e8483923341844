import type { IncomingMessage, ServerResponse } from 'node:http';

/** Host names of this machine, which a page of another site cannot have. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

interface Refusal {
  readonly statusCode: number;
  readonly message: string;
}

/**
 * Returns middleware that refuses requests that pages of other sites can make a browser send: requests with another host
 * name (DNS rebinding), changes and reads of `/api` from other sites, and forms, which a browser sends without a CORS
 * preflight.
 *
 * @param hosts host names of the shop in addition to those of this machine; `undefined` allows any
 */
export function requestGuard(hosts: readonly string[] | undefined) {
  const names = hosts && new Set([...LOOPBACK, ...hosts.map((host) => host.toLowerCase())]);
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const refusal = refuse(request, names);
    if (!refusal) {
      next();
      return;
    }
    response.writeHead(refusal.statusCode, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(refusal));
  };
}

function refuse(
  request: IncomingMessage,
  names: ReadonlySet<string> | undefined,
): Refusal | undefined {
  // Probes call the address of a container, and learn nothing about the shop.
  if (names && !isProbe(request) && !names.has(hostName(request.headers.host))) {
    return {
      statusCode: 403,
      message: 'Endereço não permitido. Inclua o nome do servidor em ALLOWED_HOSTS',
    };
  }
  if (!isGuarded(request)) return undefined;
  if (isCrossSite(request)) {
    return { statusCode: 403, message: 'A requisição vem de outro site' };
  }
  if (hasBody(request) && !isJson(request.headers['content-type'])) {
    return { statusCode: 415, message: 'O corpo deve ser application/json' };
  }
  return undefined;
}

/** Whether an address is of the API. The router matches it without regard to case. */
export function isApi(url = ''): boolean {
  return /^\/api\//i.test(url);
}

function isProbe({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && /^\/health\/(?:live|ready)$/.test(url);
}

/** Returns whether a request may change something or reads the API. */
function isGuarded({ method, url }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return !isRead || isApi(url);
}

/** Returns the name without the port, or an empty text when the header is more than a host and a port. */
function hostName(host = ''): string {
  const address = `http://${host}`;
  if (/[/?#@\\]/.test(host) || !URL.canParse(address)) return '';
  return new URL(address).hostname;
}

/** Browsers that do not send `Sec-Fetch-Site` send `Origin` with requests that may change something. */
function isCrossSite(request: IncomingMessage): boolean {
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'] ?? '0';
  return length !== '0' || headers['transfer-encoding'] !== undefined;
}

function isJson(type = ''): boolean {
  return type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}
