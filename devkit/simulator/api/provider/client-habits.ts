import type { ApiRequest } from '../../http/api-request.js';
import type { Reply } from '../../http/reply.js';
import type { SimulatedProfile } from '../../profiles/profile.js';

type Quirks = Pick<SimulatedProfile, 'server'>;

/** Resolves the method of a call: that of the header which the provider reads, or the method of the request. */
export function resolveMethod({ server }: Quirks, { method = 'GET', headers }: ApiRequest): string {
  const header = server?.http?.methodOverride;
  const named = header === undefined ? undefined : headers[header];
  return method === 'POST' && typeof named === 'string' ? named.toUpperCase() : method;
}

/** Resolves the path of a call: without a trailing slash if the provider accepts one. */
export function resolvePath({ server }: Quirks, path: string): string {
  return server?.http?.trailingSlash === true && path.length > 1 && path.endsWith('/')
    ? path.slice(0, -1)
    : path;
}

/** Returns a JSON response with the provider's `Content-Type`. */
export function withJsonType({ server }: Quirks, reply: Reply): Reply {
  const { headers } = reply;
  const jsonType = server?.http?.jsonType;
  if (jsonType === undefined || headers['content-type'] !== 'application/json') return reply;
  return { ...reply, headers: { ...headers, 'content-type': jsonType } };
}
