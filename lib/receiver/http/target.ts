import type { CallTarget } from '../authentication/authenticator.js';
import type { PixNotificationKind } from '../notifications/pix-event.js';
import type { PathPattern } from './path-pattern.js';

/** What a request's URL asks for. */
export interface Target extends CallTarget {
  /** The suffix that the provider appended; absent on the un-suffixed URL. */
  readonly kind?: PixNotificationKind | undefined;
}

const SUFFIX = /^\/(pix|rec|cobr)$/;

/**
 * Reads a URL that lies under the path, or `undefined` when it belongs to somebody else. It may be a whole one, as some
 * proxies send it.
 *
 * Providers append their suffix to the registered address as text, so it may stand behind the query
 * (`?hmac=…/pix`, `?hmac=…&ignorar=/pix`); it is no part of the last parameter then.
 */
export function readTarget(url: string, path: PathPattern): Target | undefined {
  const [, pathname = '', search = ''] =
    /^(?:https?:\/\/[^/?#]+)?([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? [];
  const match = path.match(pathname);
  if (!match) return undefined;
  // An address registered with a slash at its end gets its suffix behind two.
  const rest = match.rest.replace(/^\/+/, '/').replace(/\/$/, '');
  const inPath = SUFFIX.exec(rest)?.[1];
  if (rest !== '' && inPath === undefined) return undefined;
  const [query, inQuery] = splitSuffix(search);
  const kind = (inPath ?? inQuery) as PixNotificationKind | undefined;
  return { kind, tenant: match.tenant, query: new URLSearchParams(query) };
}

function splitSuffix(search: string): [query: string, suffix: string | undefined] {
  const cut = search.lastIndexOf('/');
  const suffix = cut < 0 ? undefined : SUFFIX.exec(search.slice(cut))?.[1];
  return suffix === undefined ? [search, undefined] : [search.slice(0, cut), suffix];
}
