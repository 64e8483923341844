import type { CallTarget } from '../authentication/authenticator.js';
import { notificationKinds } from '../notifications/notification-kinds.js';
import type { PixNotificationKind } from '../notifications/pix-event.js';
import type { PathPattern } from './path-pattern.js';

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
