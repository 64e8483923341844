import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestMethod } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { type PixRuntime, systemRuntime } from '../../runtime/index.js';
import type { CallTarget } from '../authentication/authenticator.js';
import { type PixNotificationKind, notificationKinds } from '../events.js';

/** The parsed URL of a request. */
export interface WebhookTarget extends CallTarget {
  /** The path of the request, with `:tenant` instead of a tenant. */
  readonly path: string;
  /** The suffix that the provider appended; absent on the URL without a suffix. */
  readonly kind?: PixNotificationKind | undefined;
}

const SUFFIX = new RegExp(`^/(${notificationKinds.join('|')})$`);

/**
 * Parses a URL below the path. Returns `undefined` if the URL does not belong to the receiver.
 * Accepts absolute URLs, which some proxies send.
 *
 * Providers append their suffix to the registered address as text, so it may follow the query
 * (`?hmac=…/pix`, `?hmac=…&ignorar=/pix`); it is then removed from the last parameter.
 */
export function readTarget(url: string, path: PathPattern): WebhookTarget | undefined {
  const [, pathname = '', search = ''] =
    /^(?:https?:\/\/[^/?#]+)?([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? [];
  const match = path.match(pathname);
  if (!match) return undefined;
  // The suffix follows two slashes if the registered address ends with a slash.
  const rest = match.rest.replace(/^\/+/, '/').replace(/\/$/, '');
  const inPath = SUFFIX.exec(rest)?.[1];
  if (rest !== '' && inPath === undefined) return undefined;
  const [query, inQuery] = splitSuffix(search);
  const kind = (inPath ?? inQuery) as PixNotificationKind | undefined;
  return {
    path: `${path.path}${rest}`,
    kind,
    tenant: match.tenant,
    query: new URLSearchParams(query),
  };
}

function splitSuffix(search: string): [query: string, suffix: string | undefined] {
  const cut = search.lastIndexOf('/');
  const suffix = cut < 0 ? undefined : SUFFIX.exec(search.slice(cut))?.[1];
  return suffix === undefined ? [search, undefined] : [search.slice(0, cut), suffix];
}

/** The placeholder for a tenant's name in a path. */
export const TENANT_SEGMENT = ':tenant';

/** The path of a receiver, in which one segment may be the tenant. */
export class PathPattern {
  readonly hasTenant: boolean;
  readonly #before: string;
  readonly #after: string;

  /** @param path with a leading slash and without a trailing one, or empty */
  constructor(readonly path: string) {
    const segments = path.split('/');
    const at = segments.indexOf(TENANT_SEGMENT);
    this.hasTenant = at >= 0;
    this.#before = at < 0 ? path : `${segments.slice(0, at).join('/')}/`;
    this.#after = at < 0 ? '' : ['', ...segments.slice(at + 1)].join('/');
  }

  match(pathname: string): { tenant: string | undefined; rest: string } | undefined {
    if (!pathname.startsWith(this.#before)) return undefined;
    const rest = pathname.slice(this.#before.length);
    if (!this.hasTenant) return { tenant: undefined, rest };
    const [tenant = ''] = rest.split('/', 1);
    if (tenant === '' || !rest.startsWith(this.#after, tenant.length)) return undefined;
    return { tenant, rest: rest.slice(tenant.length + this.#after.length) };
  }

  /** Returns the paths that the receiver serves, as segments. */
  forms(suffixes: Iterable<string>): string[][] {
    const segments = this.path.split('/').slice(1);
    return [segments, ...Array.from(suffixes, (suffix) => [...segments, suffix])];
  }
}

/** Whether a path differs from that of a receiver only by segments in front of it and by suffixes. */
export function isNear(path: string, address: string): boolean {
  const [a, b] = [withoutSuffixes(path), withoutSuffixes(address)];
  const common = Math.min(a.length, b.length);
  return common > 0 ? overlap(a.slice(-common), b.slice(-common)) : a.length === b.length;
}

function withoutSuffixes(path: string): string[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  while (notificationKinds.some((kind) => kind === segments.at(-1))) segments.pop();
  return segments;
}

/** Whether a URL exists that matches both; a tenant segment matches any name. */
export function overlap(a: readonly string[], b: readonly string[]): boolean {
  return (
    a.length === b.length &&
    a.every((segment, at) => segment === b[at] || [segment, b[at]].includes(TENANT_SEGMENT))
  );
}

/**
 * Joins parts into a path with a leading slash and without a trailing one: `/a/b` for `a/b/`, an
 * empty text for `/`.
 */
export function normalizePath(...parts: string[]): string {
  const segments = parts.join('/').split('/');
  return segments.map((segment) => (segment === '' ? '' : `/${segment}`)).join('');
}

/**
 * Adds the application's global prefix to the path, as for a controller's POST:
 * `setGlobalPrefix('api')` makes it `/api/webhooks/pix`, unless its `exclude` contains the path.
 */
export function withGlobalPrefix(path: string, config: ApplicationConfig): string {
  const { exclude = [] } = config.getGlobalPrefixOptions();
  const isExcluded = exclude.some(
    ({ pathRegex, requestMethod }) =>
      (requestMethod === RequestMethod.ALL || requestMethod === RequestMethod.POST) &&
      pathRegex.test(path === '' ? '/' : path),
  );
  return isExcluded ? path : normalizePath(config.getGlobalPrefix(), path);
}

export type BodyReading = { readonly text: string } | 'too-large' | 'not-text' | 'aborted';

/**
 * The time limit for reading a body, in milliseconds. Fastify has no limit by default, and Express
 * a limit of minutes.
 */
const BODY_TIMEOUT = 30_000;

/**
 * Reads a body of at most `limit` bytes. A larger body is not kept; Node.js discards the rest after
 * the response. If a body takes longer than 30 seconds, the connection is closed and the result is
 * `aborted`.
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  runtime: PixRuntime = systemRuntime,
): BodyReading | Promise<BodyReading> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return 'too-large';
  const known = parsedBefore(request);
  if (known) return known.length > limit ? 'too-large' : toReading(known);
  return request.destroyed ? 'aborted' : collect(request, limit, runtime);
}

function toReading(bytes: Buffer): BodyReading {
  // Without the byte order mark, which JSON.parse would reject.
  return isUtf8(bytes) ? { text: bytes.toString('utf8').replace(/^\uFEFF/, '') } : 'not-text';
}

function collect(
  request: IncomingMessage,
  limit: number,
  runtime: PixRuntime,
): Promise<BodyReading> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (result: BodyReading) => {
      cancel();
      // Keep the error listener: an unhandled 'error' event would crash the process.
      request.off('data', onData).off('end', onEnd).off('close', onAbort);
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) finish('too-large');
      else chunks.push(chunk);
    };
    const onEnd = () =>
      finish(toReading(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    const onAbort = () => finish('aborted');
    const cancel = runtime.after(BODY_TIMEOUT, () => request.destroy());
    request.on('data', onData).on('end', onEnd).on('close', onAbort).on('error', onAbort);
  });
}

/**
 * Returns a body that was read before: serverless hosts and parsers that are registered before Nest
 * do so.
 */
function parsedBefore(request: IncomingMessage): Buffer | undefined {
  if (!request.readableEnded) return undefined;
  const { rawBody, body } = request as IncomingMessage & { rawBody?: unknown; body?: unknown };
  const known = rawBody ?? body ?? '';
  if (typeof known === 'string' || Buffer.isBuffer(known)) return Buffer.from(known);
  // Undefined for a function, which parsers do not produce.
  return Buffer.from((JSON.stringify(known) as string | undefined) ?? '');
}

const HEADERS = { 'Content-Length': '0', 'Cache-Control': 'no-store' };
const RETRY_LATER = { ...HEADERS, 'Retry-After': '5' };

/**
 * How much of an unread body is discarded before the connection is closed, in bytes, and the time
 * limit for it, in milliseconds.
 */
const MAX_DISCARDED = 1024 * 1024;
const DISCARD_TIMEOUT = 2000;

/**
 * Answers with a status and no body, without waiting for an unread request body: sends the response
 * at once and closes the connection. Incoming data is discarded within limits, because closing a
 * connection with unread data resets it and may lose the response (RFC 9112, section 9.6).
 *
 * @param isRefused closes the connection even if the body was read, so that all refusals look the same
 */
export function endResponse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  runtime: PixRuntime,
  isRefused = false,
): void {
  if (response.headersSent || response.destroyed) return;
  const headers = status === 503 ? RETRY_LATER : HEADERS;
  const isUnread = hasUnreadBody(request);
  const closes = isUnread || (isRefused && request.httpVersionMajor < 2);
  if (closes) closing.add(findConnection(request));
  response.writeHead(status, closes ? { ...headers, Connection: 'close' } : headers);
  if (!isUnread) {
    response.end();
    return;
  }
  response.flushHeaders();
  discard(request, runtime, () => response.end());
}

const closing = new WeakSet<object>();

/** Whether an earlier response has closed the connection: what was sent after it is not read (RFC 9112, section 9.6). */
export function isClosing(request: IncomingMessage): boolean {
  return closing.has(findConnection(request));
}

/** Hosts without a server may have no socket. */
function findConnection(request: IncomingMessage): object {
  const { socket } = request as { readonly socket?: object };
  return socket ?? request;
}

/** Returns false for HTTP/2, where Node.js closes the stream itself. */
function hasUnreadBody({ httpVersionMajor, complete, headers }: IncomingMessage): boolean {
  if (complete || httpVersionMajor >= 2) return false;
  return Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined;
}

/**
 * Discards the body and then calls `done`, possibly more than once; ending a response twice has no
 * effect.
 */
function discard(request: IncomingMessage, runtime: PixRuntime, done: () => void): void {
  let left = MAX_DISCARDED;
  const finish = () => {
    cancel();
    done();
  };
  const onData = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) finish();
  };
  const cancel = runtime.after(DISCARD_TIMEOUT, finish, { background: true });
  // An unhandled 'error' event would crash the process; `close` follows it.
  request.on('error', () => undefined);
  request.on('data', onData).on('end', finish).on('close', finish);
}
