import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import { BareClient, send } from '../support/bare-client.js';

describe('simulator, mutual TLS', () => {
  let simulator: PixSimulator;

  beforeAll(async () => {
    simulator = await PixSimulator.start();
  });
  afterAll(() => simulator.close());

  it('refuses the handshake of a client without a certificate', async () => {
    const before = simulator.control.stats;
    await expect(send(simulator.tokenUrl, { ca: simulator.ca })).rejects.toMatchObject({
      code: expect.stringMatching(/ECONNRESET|CERTIFICATE_REQUIRED|EPIPE/),
    });
    expect(simulator.control.stats.refusedHandshakes).toBe(before.refusedHandshakes + 1);
    expect(simulator.control.stats.tlsHandshakes).toBe(before.tlsHandshakes);
  });

  it.each(['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'])(
    'refuses a certificate of another authority with the alert unknown_ca: %s',
    async (ciphers) => {
      const before = simulator.control.stats;
      const unrelated = await simulator.control.unrelatedAuthority();
      const certificate = await unrelated.issueClient();
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await expect(
          send(simulator.tokenUrl, {
            ca: simulator.ca,
            ...certificate,
            ciphers,
            method: 'POST',
            body: 'x',
          }),
        ).rejects.toMatchObject({ code: 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA' });
      }
      expect(simulator.control.stats).toMatchObject({
        refusedHandshakes: before.refusedHandshakes + 3,
        tlsHandshakes: before.tlsHandshakes,
        requests: before.requests,
        tokenRequests: before.tokenRequests,
      });
    },
  );

  it('refuses an expired certificate of its authority with the alert certificate_expired', async () => {
    const certificate = await simulator.control.issueClientCertificate({
      notBefore: new Date('2020-01-01'),
      notAfter: new Date('2020-02-01'),
    });
    await expect(
      send(simulator.tokenUrl, { ca: simulator.ca, ...certificate }),
    ).rejects.toMatchObject({ code: 'ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED' });
  });

  it('refuses a server certificate of its authority with the alert unsupported_certificate', async () => {
    const certificate = await simulator.control.issueServerCertificate();
    await expect(
      send(simulator.tokenUrl, { ca: simulator.ca, ...certificate }),
    ).rejects.toMatchObject({ code: 'ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE' });
  });

  it('refuses a resumed session of a refused client with the same alert', async () => {
    const unrelated = await simulator.control.unrelatedAuthority();
    const { hostname, port } = new URL(simulator.url);
    const options = {
      host: hostname,
      port: Number(port),
      ca: simulator.ca,
      ...(await unrelated.issueClient()),
    };
    const first = connect(options);
    const session = await new Promise<Buffer>((resolve) => first.once('session', resolve));
    await new Promise((resolve) => first.once('error', resolve));
    const second = connect({ ...options, session });
    const { code } = await new Promise<NodeJS.ErrnoException>((resolve) =>
      second.once('error', resolve),
    );
    expect([second.isSessionReused(), code]).toEqual([true, 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA']);
  });

  it.each(['another authority', 'nobody'])(
    'does not serve a client of TLS 1.2 with a certificate of %s',
    async (issuer) => {
      const before = simulator.control.stats;
      const unrelated = await simulator.control.unrelatedAuthority();
      const certificate = issuer === 'nobody' ? {} : await unrelated.issueClient();
      await expect(
        send(simulator.tokenUrl, { ca: simulator.ca, ...certificate, maxVersion: 'TLSv1.2' }),
      ).rejects.toMatchObject({
        code: expect.stringMatching(/ECONNRESET|EPIPE|EPROTO|ALERT_HANDSHAKE_FAILURE/),
      });
      expect(simulator.control.stats).toMatchObject({
        refusedHandshakes: before.refusedHandshakes + 1,
        requests: before.requests,
      });
    },
  );

  it('accepts any client certificate that control issued', async () => {
    const certificate = await simulator.control.issueClientCertificate();
    const response = await send(simulator.url, { ca: simulator.ca, ...certificate });
    expect(response.status).toBe(404);
  });

  it('refuses TLS versions older than 1.2', async () => {
    const { hostname, port } = new URL(simulator.url);
    const socket = connect({
      host: hostname,
      port: Number(port),
      ca: simulator.ca,
      ...simulator.clientCertificate,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    const code = await new Promise((resolve) => {
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      socket.on('secureConnect', () => resolve('connected'));
    });
    expect(code).toMatch(/PROTOCOL_VERSION|ECONNRESET/);
    socket.destroy();
  });

  it('serves many calls on one kept-alive connection and counts it once', async () => {
    simulator.control.reset();
    const client = new BareClient(simulator);
    for (let call = 0; call < 20; call++) await client.call('GET', '/webhook');
    client.close();
    expect(simulator.control.stats).toMatchObject({
      tlsHandshakes: 1,
      tokenRequests: 1,
      requests: 20,
      requestsByOperation: { 'GET /webhook': 20 },
    });
  });

  it('is available at its addresses until it closes', async () => {
    const other = await PixSimulator.start();
    const { hostname, port } = new URL(other.url);
    expect(hostname).toBe('127.0.0.1');
    const localhost = `https://localhost:${port}/pix/v2/cob`;
    const response = await send(localhost, { ca: other.ca, ...other.clientCertificate });
    expect(response.status).toBe(401);
    await other.close();
    await expect(
      send(other.url, { ca: other.ca, ...other.clientCertificate }),
    ).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
