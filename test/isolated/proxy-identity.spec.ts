import type * as tls from 'node:tls';
import { expect, it, jest } from '@jest/globals';

const actual = jest.requireActual<typeof tls>('node:tls');
const connect = jest.fn<(options: tls.ConnectionOptions) => tls.TLSSocket>(() => {
  throw new Error('not connected');
});
jest.unstable_mockModule('node:tls', () => ({ ...actual, connect }));

const { openTunnel } = await import('../../lib/transport/index.js');

// Node reads the variable once, so that a test cannot set it: the option must say it.
it('verifies the certificate of an https proxy, whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
  const proxy = new URL('https://user:word@proxy.example:3129');
  const target = { host: 'bank.example', port: 443 };
  await expect(openTunnel(proxy, target, new AbortController().signal)).rejects.toThrow();
  expect(connect.mock.calls[0]?.[0]).toMatchObject({
    host: 'proxy.example',
    servername: 'proxy.example',
    rejectUnauthorized: true,
  });
});
