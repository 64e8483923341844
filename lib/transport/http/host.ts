/** Returns the host of an address without the brackets that an IPv6 address has only in a URL. */
export function getHost({ hostname }: URL): string {
  return hostname.replace(/[[\]]/g, '');
}
