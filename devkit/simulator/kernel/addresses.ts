interface HostSettings {
  readonly host: string;
  readonly names: readonly string[];
}

const WILDCARDS = ['0.0.0.0', '::'];

/** Lists the names and addresses for the simulator's server certificates. */
export function listServerNames({ host, names }: HostSettings): string[] {
  const own = WILDCARDS.includes(host) ? [] : [host];
  return [...new Set(['localhost', '127.0.0.1', '::1', ...own, ...names])];
}

/** Returns the host as it is written in a URL. A wildcard address becomes `localhost`. */
export function toUrlHost(host: string): string {
  if (WILDCARDS.includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Returns the host as it is written in a location, which has no brackets. A wildcard address
 * becomes the first configured name, so that a payer's application on another machine can reach it.
 */
export function toLocationHost({ host, names }: HostSettings): string {
  if (WILDCARDS.includes(host)) return names[0] ?? 'localhost';
  return host.includes(':') ? 'localhost' : host;
}

/** Builds the host and path of the locations that a listener serves. */
export function buildLocationBase(host: string, port: number): string {
  return `${host}:${port}/qr/v2`;
}
