interface HostSettings {
  readonly host: string;
  readonly names: readonly string[];
}

const WILDCARDS = ['0.0.0.0', '::'];

/** Names and addresses of the simulator's server certificates. */
export function namesOf({ host, names }: HostSettings): string[] {
  const own = WILDCARDS.includes(host) ? [] : [host];
  return [...new Set(['localhost', '127.0.0.1', '::1', ...own, ...names])];
}

/** The host as it stands in an address; listening everywhere, the simulator is found on the machine itself. */
export function hostInUrl(host: string): string {
  if (WILDCARDS.includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * The host as it stands in a location, which knows no brackets: of one that listens everywhere, the first name of its
 * own, by which a payer's application on another machine finds it.
 */
export function hostInLocation({ host, names }: HostSettings): string {
  if (WILDCARDS.includes(host)) return names[0] ?? 'localhost';
  return host.includes(':') ? 'localhost' : host;
}

/** Host and path of the locations that a listener shows. */
export function locationBaseAt(host: string, port: number): string {
  return `${host}:${port}/qr/v2`;
}
