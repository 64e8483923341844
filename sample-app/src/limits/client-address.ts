import { isIPv6 } from 'node:net';

/**
 * The address that limits count by. An IPv6 client has a network of 64 bits to choose addresses from, so these count as
 * one; an IPv4 address written as IPv6 (`::ffff:192.0.2.1`) counts as itself.
 */
export function toClientKey(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(8 - before.length - after.length, 0)).fill('0');
  const groups = [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.slice(0, 4).join(':')}::/64`;
}
