import { BlockList, isIP } from 'node:net';

/** Matches IP addresses against a list of addresses and networks. */
export class AddressList {
  readonly #list = new BlockList();
  readonly #isEmpty: boolean;

  /** @throws TypeError on an entry that is not an IP address or a network in CIDR notation */
  constructor(entries: readonly string[]) {
    for (const entry of entries) this.#add(entry);
    this.#isEmpty = entries.length === 0;
  }

  has(address: string): boolean {
    // BlockList.check() builds a SocketAddress for each call, which costs more than the rest of the
    // request's checks.
    if (this.#isEmpty) return false;
    const version = isIP(address);
    return version !== 0 && this.#list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  }

  #add(entry: string): void {
    const [address = '', prefix, ...rest] = entry.split('/');
    const version = isIP(address);
    const family = version === 6 ? 'ipv6' : 'ipv4';
    if (version === 0 || rest.length > 0) throw new TypeError(entry);
    if (prefix === undefined) this.#list.addAddress(address, family);
    else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32)) {
      this.#list.addSubnet(address, Number(prefix), family);
    } else throw new TypeError(entry);
  }
}

/**
 * Normalizes an address for comparison and logs: an IPv4-mapped IPv6 address becomes IPv4; zone,
 * brackets and port are removed. Returns `unknown` if the text is not an address.
 */
export function plainAddress(text: string): string {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  // Only IPv6 has zones (RFC 4007).
  const zoneless = bare.includes(':') ? bare.replace(/%.*$/, '') : bare;
  const address = zoneless.replace(/^::ffff:(?=[\d.]+$)/i, '');
  return isIP(address) === 0 ? 'unknown' : address;
}
