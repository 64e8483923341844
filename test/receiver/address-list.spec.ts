import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import {
  AddressList,
  describeCaller,
  plainAddress,
} from '../../lib/receiver/authentication/checks.js';

describe('plainAddress', () => {
  it.each([
    ['34.193.116.226', '34.193.116.226'],
    ['34.193.116.226:4711', '34.193.116.226'],
    // A dual-stack socket (IPv4 and IPv6), the default of Node, reports this form.
    ['::ffff:34.193.116.226', '34.193.116.226'],
    ['::FFFF:34.193.116.226', '34.193.116.226'],
    ['[::ffff:34.193.116.226]:4711', '34.193.116.226'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%eth0]:4711', 'fe80::1'],
    ['::ffff:2001:1', '::ffff:2001:1'],
    ['34.193.116.226%x', 'unknown'],
    ['34.193.116.226:x', 'unknown'],
    ['x34.193.116.226:80', 'unknown'],
    ['[2001:db8::1]x', 'unknown'],
    ['x[2001:db8::1]', 'unknown'],
    ['x::ffff:34.193.116.226', 'unknown'],
    ['', 'unknown'],
  ])('converts %j to %s', (text, address) => {
    expect(plainAddress(text)).toBe(address);
  });
});

describe('describeCaller', () => {
  it('reports an unknown address when the connection has none', () => {
    const request = { socket: {}, headers: {} } as unknown as IncomingMessage;
    const caller = describeCaller(request, new URLSearchParams(), new AddressList(['::1']));
    expect(caller).toMatchObject({ address: 'unknown', throughProxy: false });
  });
});

describe('AddressList', () => {
  const list = new AddressList(['34.193.116.226', '10.0.0.0/8', '2001:db8::/32', '::1']);

  it.each(['34.193.116.226', '10.255.255.255', '2001:db8:ffff::1', '::1'])(
    'contains %s',
    (address) => {
      expect(list.has(address)).toBe(true);
    },
  );

  it.each(['34.193.116.227', '11.0.0.1', '2001:db9::1', '::2', 'unknown', ''])(
    'does not contain %j',
    (address) => {
      expect(list.has(address)).toBe(false);
    },
  );

  it('accepts prefixes of every length', () => {
    expect(new AddressList(['0.0.0.0/0']).has('8.8.8.8')).toBe(true);
    expect(new AddressList(['8.8.8.8/32']).has('8.8.8.9')).toBe(false);
    expect(new AddressList(['::/0']).has('2001:db8::1')).toBe(true);
    expect(new AddressList(['::1/128']).has('::2')).toBe(false);
  });

  it.each([
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/x',
    '10.0.0.0/08x',
    '10.0.0.0/8/8',
    'x',
    '',
  ])('throws a TypeError for the entry %j', (entry) => {
    expect(() => new AddressList([entry])).toThrow(new TypeError(entry));
  });
});
