import type { IncomingMessage } from 'node:http';

/** A target that is a whole address, as for a proxy: `GET http://host/path`. Node and the routers accept it. */
const ADDRESS = /^[a-z][\d+.a-z-]*:\/\/([^/?#]*)/i;

/** Whether a request target is below `/api/`. Express matches a path without regard to case, and Fastify decodes it. */
export function isApiTarget(target = ''): boolean {
  return readPath(target).startsWith('/api/');
}

/** Whether a request target is a page of the back office. */
export function isBackOfficeTarget(target = ''): boolean {
  return readPath(target).startsWith('/admin/');
}

/** Returns the host and port that a request names. Those of an address replace the header (RFC 9112, section 3.2.2). */
export function readHost({ url = '', headers }: IncomingMessage): string | undefined {
  return ADDRESS.exec(url)?.[1] ?? headers.host;
}

function readPath(target: string): string {
  const path = target.replace(ADDRESS, '').split(/[?#]/, 1)[0] ?? '';
  return decode(path).toLowerCase();
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
