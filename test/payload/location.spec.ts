import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import { PixPayloadService } from '../../lib/payload/index.js';
import { guardedLookup, isPublicAddress } from '../../lib/payload/location.js';
import { PayloadHost } from './support/payload-host.js';
import * as payloads from './support/payloads.js';

const host = new PayloadHost();
const port = () => host.server.host.split(':')[1] ?? '';

async function refusalMessage(location: unknown, options = {}): Promise<string> {
  const before = host.server.connections;
  const error = await host.failure(host.service(options), location as string);
  expect(error).toMatchObject({ name: 'ValidationError', field: 'location' });
  expect(host.server.connections).toBe(before);
  return error.message;
}

describe('a location', () => {
  it.each([
    ['is http', 'http://pix.example.com/qr/v2/abc'],
    ['has another scheme', 'ftp://pix.example.com/qr/v2/abc'],
    ['is a file', 'file:///etc/passwd'],
    ['has a scheme twice', 'https://https://pix.example.com/abc'],
    ['has no host', 'https:///qr/v2/abc'],
    ['has no path', 'pix.example.com'],
    ['has an empty path', 'https://pix.example.com/'],
    ['has credentials', 'https://user:pass@pix.example.com/abc'],
    ['hides another host behind an at sign', 'pix.example.com@evil.example/abc'],
    ['hides another host behind a backslash', 'pix.example.com\\@evil.example/abc'],
    ['has a fragment', 'pix.example.com/abc#def'],
    ['has a space', 'pix.example.com/a bc'],
    ['has a line break', 'pix.example.com/abc\r\nHost: evil'],
    ['has an invalid port', 'pix.example.com:99999/abc'],
    ['is empty', ''],
    ['is not text', null],
  ])('is refused before a connection when it %s', async (_case, location) => {
    const message = await refusalMessage(location);
    expect(message).not.toContain('abc');
  });

  it.each(['http', 'FTP'])(
    'is refused before a connection when it has the scheme %s, which the message explains',
    async (scheme) => {
      expect(await refusalMessage(`${scheme}://pix.example.com/abc`)).toContain(
        'só pode ser https',
      );
    },
  );

  it('is refused before a connection when its port is not 443', async () => {
    expect(await refusalMessage('pix.example.com:8443/abc', { allowAnyPort: false })).toContain(
      '443',
    );
  });
});

describe('a location in the public network', () => {
  it.each([
    ['on a name', 'pix.example.com/abc'],
    ['in upper case', 'PIX.EXAMPLE.COM/ABC'],
    ['on port 443', 'pix.example.com:443/abc'],
    ['on a public address', '8.8.8.8/abc'],
    ['on a public IPv6 address', '[2600::1]/abc'],
  ])('is accepted by default when it is %s', async (_case, location) => {
    // Only an accepted location reaches the check of the signal.
    const options = { signal: AbortSignal.abort() };
    const error = await host.failure(new PixPayloadService(), location, options);
    expect(error).toMatchObject({ title: 'Request aborted' });
  });
});

describe('a location with a private address', () => {
  it.each(['10.0.0.1', '[::1]', '[fd00::1]'])(
    'is refused without a lookup: %s',
    async (address) => {
      const options = { signal: AbortSignal.abort() };
      const error = await host.failure(new PixPayloadService(), `${address}/abc`, options);
      expect(error).toMatchObject({ name: 'ValidationError', field: 'location' });
    },
  );
});

describe('a location in the private network', () => {
  it.each([
    ['a name: localhost', 'localhost'],
    ['loopback', '127.0.0.1'],
    ['loopback with a dot at the end', '127.0.0.1.'],
    ['loopback in short', '127.1'],
    ['loopback as one number', '2130706433'],
    ['loopback in hexadecimal', '0x7f.0.0.1'],
    ['loopback in octal', '017700000001'],
    ['loopback in IPv6', '[::1]'],
    ['loopback as IPv4 in IPv6', '[::ffff:127.0.0.1]'],
    ['loopback as IPv4 in IPv6, in hexadecimal', '[::ffff:7f00:1]'],
    ['this host', '0.0.0.0'],
  ])('is refused without a connection when it is %s', async (_case, name) => {
    expect(
      await refusalMessage(`${name}:${port()}/abc`, { allowPrivateAddresses: false }),
    ).toContain('público');
  });

  it('is accepted with allowPrivateAddresses, also by name', async () => {
    await host.serve(payloads.cob, { jku: host.jku.replace('127.0.0.1', 'localhost') });
    const found = await host.service().fetch(`localhost:${port()}/abc`);
    expect(found.kind).toBe('cob');
  });
});

describe('isPublicAddress', () => {
  it.each([
    ['this network', '0.1.2.3'],
    ['private networks', '10.1.2.3'],
    ['private networks', '172.31.255.255'],
    ['private networks', '192.168.0.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT: the metadata of Alibaba', '100.100.100.200'],
    ['loopback', '127.255.255.254'],
    ['link-local: the metadata of most clouds', '169.254.169.254'],
    ['the metadata of Azure', '168.63.129.16'],
    ['protocol assignments: the metadata of Oracle', '192.0.0.192'],
    ['documentation', '203.0.113.1'],
    ['benchmarks', '198.19.0.1'],
    ['6to4 relays, first and last', '192.88.99.0'],
    ['6to4 relays, first and last', '192.88.99.255'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['multicast', '239.1.1.1'],
    ['reserved and broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-mapped, even of a public address', '::ffff:8.8.8.8'],
    ['IPv4-compatible', '::7f00:1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['unique-local: the metadata of AWS', 'fd00:ec2::254'],
    ['multicast', 'ff02::1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['Teredo', '2001:0:1::1'],
    ['documentation', '2001:db8::1'],
    ['documentation, first and last', '3fff::'],
    ['documentation, first and last', '3fff:0fff:ffff::1'],
    ['NAT64 of a 6to4 relay', '64:ff9b::c058:6301'],
    ['NAT64 of loopback', '64:ff9b::7f00:1'],
    ['NAT64 of metadata', '64:ff9b::169.254.169.254'],
    ['local NAT64', '64:ff9b:1::808:808'],
    ['a host name', 'pix.example.com'],
  ])('returns false in %s: %s', (_network, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '192.88.98.255',
    '192.88.100.0',
    '3fff:1000::1',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2600::1',
    '2804:14c::1',
    '64:ff9b::808:808',
    '64:ff9b::11.1.2.3',
  ])('returns true for %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('guardedLookup', () => {
  type Outcome = readonly unknown[];

  const lookup = (answer: LookupAddress[] | Error, options: { all?: boolean }) =>
    new Promise<Outcome>((resolve) => {
      guardedLookup((_name, { all }, callback) => {
        expect(all).toBe(true);
        if (Array.isArray(answer)) callback(null, answer);
        else callback(answer, undefined);
      })('pix.example.com', options, (...outcome) => resolve(outcome));
    });

  const publicAddress = { address: '8.8.8.8', family: 4 };
  const privateAddress = { address: '::ffff:127.0.0.1', family: 6 };

  it('returns the addresses that it checked', async () => {
    expect(await lookup([publicAddress], { all: true })).toEqual([null, [publicAddress]]);
    expect(await lookup([publicAddress], { all: false })).toEqual([null, '8.8.8.8', 4]);
  });

  it('fails when one of the addresses is not public', async () => {
    for (const all of [true, false]) {
      const [error] = await lookup([publicAddress, privateAddress], { all });
      expect(error).toMatchObject({ name: 'ValidationError', field: 'location' });
    }
  });

  it('fails with the error of the name server, or with ENOTFOUND without addresses', async () => {
    const down = Object.assign(new Error('down'), { code: 'EAI_AGAIN' });
    expect((await lookup(down, { all: true }))[0]).toBe(down);
    expect((await lookup([], { all: true }))[0]).toMatchObject({ code: 'ENOTFOUND' });
  });
});
