/** The package contains no types. */
declare module 'proxy-from-env' {
  /** Returns the address of the proxy for a URL; an empty text if there is none. */
  export function getProxyForUrl(url: string): string;
}
