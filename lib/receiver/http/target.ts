import { RequestMethod } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import type { CallTarget } from '../authentication/authenticator.js';
import type { PixNotificationKind } from '../events.js';
import { notificationKinds } from '../notification.js';

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

/** The match of a path at the start of a URL's path. */
interface PathMatch {
  readonly tenant: string | undefined;
  /** The rest of the URL's path. */
  readonly rest: string;
}

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

  match(pathname: string): PathMatch | undefined {
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
  return parts
    .flatMap((part) => part.split('/'))
    .filter((segment) => segment !== '')
    .map((segment) => `/${segment}`)
    .join('');
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
