import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

interface NavigationProps {
  readonly title: string;
  /** The routes of an application; those with a label get a link. */
  readonly routes: readonly { readonly path: string; readonly label?: string }[];
}

/** Links to the pages of an application. Shows nothing when there is only one. */
export function Navigation({ title, routes }: NavigationProps) {
  const { path } = useLocation();
  const current = useRef<HTMLAnchorElement>(null);
  // A narrow window shows only some of the links.
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest', inline: 'center' }), [path]);
  const links = routes.filter(({ label }) => label !== undefined);
  if (links.length < 2) return null;
  const mark = (href: string) => {
    const isCurrent = findCurrent(path, href);
    return isCurrent && { 'aria-current': isCurrent, ref: current };
  };
  return (
    <nav aria-label={title}>
      {links.map(({ path: href, label }) => (
        <a key={href} href={href} {...mark(href)}>
          {label}
        </a>
      ))}
    </nav>
  );
}

/** `true`: a page below the link, such as one order of the list of orders. */
function findCurrent(path: string, href: string): 'page' | 'true' | undefined {
  if (path === href) return 'page';
  return href !== '/admin' && path.startsWith(`${href}/`) ? 'true' : undefined;
}
