/** Links to orders that were shared before orders had paths of their own: `/#pedido/…`. */
function readOldLink(): string | undefined {
  const id = /^#pedido\/(.+)$/.exec(location.hash)?.[1];
  return id === undefined ? undefined : `/pedido/${id}`;
}

/** Leads links of the old form to the order, when the page opens and when such a link is entered later. */
export function redirectOldLinks(): void {
  const path = readOldLink();
  if (path !== undefined) history.replaceState(undefined, '', path);
  addEventListener('hashchange', () => {
    const later = readOldLink();
    if (later !== undefined) location.replace(later);
  });
}
