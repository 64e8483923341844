import { execFile } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify, inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { ConfigurationError } from '../../lib/errors/index.js';
import { PixAgent, loadCertificate } from '../../lib/transport/index.js';
import { TestAuthority } from '../support/certificates.js';
import { catchFailure, Harness } from './support/harness.js';
import { startHttps } from './support/servers.js';

const harness = new Harness();

type Tls = Pick<TLSSocket, 'getPeerCertificate' | 'getProtocol'>;

function getTls({ socket }: IncomingMessage): Tls {
  return socket as unknown as Tls;
}

describe('PixAgent', () => {
  it('opens 1 TLS connection for 200 sequential calls', async () => {
    const server = await harness.serve(
      startHttps(harness.serverCertificate, (_request, response) => response.end('{}')),
    );
    const client = await harness.client();
    for (let i = 0; i < 200; i++) await client.get(server.url);
    expect(server.connections).toBe(1);
  });

  it('opens at most maxSockets connections at the same time', async () => {
    const server = await harness.serve(
      startHttps(harness.serverCertificate, (_request, response) => response.end('{}')),
    );
    const client = await harness.client({ maxSockets: 3 });
    await Promise.all(Array.from({ length: 30 }, () => client.get(server.url)));
    expect(server.connections).toBe(3);
  });

  it('sends the client certificate', async () => {
    const server = await harness.serve(
      startHttps(
        harness.serverCertificate,
        (request, response) => response.end(getTls(request).getPeerCertificate().subject.CN),
        { requestCert: true, rejectUnauthorized: true, ca: harness.authority.cert },
      ),
    );
    const client = await harness.client({ mutual: true });
    expect((await client.get(server.url)).body).toBe('client');
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('supports %s', async (version) => {
    const server = await harness.serve(
      startHttps(
        harness.serverCertificate,
        (request, response) => response.end(getTls(request).getProtocol()),
        { minVersion: version, maxVersion: version },
      ),
    );
    const client = await harness.client();
    expect((await client.get(server.url)).body).toBe(version);
  });

  it('refuses TLS 1.1', async () => {
    const server = await harness.serve(
      startHttps(harness.serverCertificate, (_request, response) => response.end(), {
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      }),
    );
    const error = await catchFailure(await harness.client(), { url: server.url });
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
    expect(error.detail).toContain('TLS version of 1.2 or later');
  });

  it('refuses a server certificate of another authority', async () => {
    const server = await harness.serve(
      startHttps(harness.serverCertificate, (_request, response) => response.end()),
    );
    const otherAuthority = await TestAuthority.create('Other');
    const client = await harness.client({ ca: [otherAuthority.cert] });
    const error = await catchFailure(client, { url: server.url });
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
    expect(error.detail).toContain('option `ca`');
  });

  it('verifies the server even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    const server = await harness.serve(
      startHttps(harness.serverCertificate, (_request, response) => response.end()),
    );
    const script = fileURLToPath(new URL('./support/unverified-client.ts', import.meta.url));
    const loader = new URL('../support/register-typescript.js', import.meta.url).href;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', loader, script, server.url],
      { env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_OPTIONS: '' } },
    );
    expect(JSON.parse(stdout)).toEqual({ plain: 200, lean: 'PixConexaoException' });
  });

  it('prints no private key', async () => {
    const certificate = await loadCertificate(harness.clientCertificate);
    const agent = new PixAgent({ certificate, ca: [harness.authority.cert] });
    expect(inspect(agent, { depth: 10, showHidden: true })).not.toContain('PRIVATE KEY');
  });

  it.each([0, -1, 1.5, NaN])('refuses maxSockets: %p', (maxSockets) => {
    expect(() => new PixAgent({ maxSockets })).toThrow(ConfigurationError);
  });

  it('destroy() fails the requests in flight and those in the queue', async () => {
    let resolveArrived!: () => void;
    const arrived = new Promise<void>((resolve) => (resolveArrived = resolve));
    const server = await harness.serve(
      startHttps(harness.serverCertificate, () => resolveArrived()),
    );
    const agent = new PixAgent({ ca: [harness.authority.cert], maxSockets: 1 });
    const client = harness.createClient(agent);
    const busy = catchFailure(client, { url: server.url });
    const waiting = catchFailure(client, { url: server.url });
    await arrived;
    agent.destroy();
    expect(await busy).toMatchObject({ title: 'Client closed', resultUnknown: true });
    expect(await waiting).toMatchObject({ title: 'Client closed', resultUnknown: false });
    expect(server.connections).toBe(1);
  });
});
