/** The placeholder for a tenant's name in a path. */
export const TENANT_SEGMENT = ':tenant';

/** The match of a path at the start of a URL's path. */
export interface PathMatch {
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
