import { BlockList, isIP } from 'node:net';

/**
 * IPv4 networks that are not public (IANA special-purpose registry; RFC 6890), and Azure's metadata
 * address, which is in a public network.
 */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** The prefix of IPv4 addresses in IPv6-only networks (RFC 6052). */
const NAT64 = '64:ff9b::';

/** The public IPv6 networks; excludes loopback, unique-local and mapped IPv4 addresses. */
const PUBLIC_V6 = ['2000::/3', `${NAT64}/96`];

/**
 * Protocol assignments with Teredo, documentation, 6to4 (which contains an IPv4 address),
 * documentation.
 */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const blockedV4 = buildBlockList('ipv4', NOT_PUBLIC_V4);
const publicV6 = buildBlockList('ipv6', PUBLIC_V6);
const blockedV6 = buildBlockList('ipv6', [
  ...NOT_PUBLIC_V6,
  ...NOT_PUBLIC_V4.map((network) => {
    const [address = '', prefix] = network.split('/');
    return `${NAT64}${address}/${96 + Number(prefix)}`;
  }),
]);

/** Whether a text is a public IP address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !blockedV4.check(address, 'ipv4');
    case 6:
      return publicV6.check(address, 'ipv6') && !blockedV6.check(address, 'ipv6');
    default:
      return false;
  }
}

function buildBlockList(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
