import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';

describe('PixSimulator.start', () => {
  it('reports all invalid options at once', async () => {
    const start = PixSimulator.start({
      port: 70_000,
      clientId: 'a:b',
      clientSecret: '',
      scopes: [],
      tokenLifetime: 0,
      ispb: 'x',
      recebedor: { nome: 'n'.repeat(26), cnpj: '1' },
      webhook: { retryDelays: [-1], timeout: 0 },
    });
    await expect(start).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringMatching(
        /port.*clientId.*clientSecret.*scopes.*tokenLifetime.*ispb.*cnpj.*retryDelays.*timeout.*nome/s,
      ),
    });
  });

  it('rejects with EADDRINUSE when the port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    await expect(PixSimulator.start({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await new Promise((resolve) => taken.close(resolve));
  });

  it('returns a profile and module options that connect to it', async () => {
    const simulator = await PixSimulator.start({ clientId: 'loja' });
    const { url, tokenUrl, provider, moduleOptions, ca, clientCertificate } = simulator;
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/pix\/v2$/);
    expect(provider).toMatchObject({
      name: 'simulator',
      code: '000',
      production: { baseUrl: url, tokenUrl },
      sandbox: { baseUrl: url, tokenUrl, mode: 'oauth' },
    });
    expect(new Set(provider.scopes).size).toBe(12);
    expect(moduleOptions).toEqual({
      provider,
      clientId: 'loja',
      clientSecret: expect.stringMatching(/^[\w-]{32}$/),
      certificate: clientCertificate,
      ca,
      features: 'all',
      payload: { ca, allowPrivateAddresses: true, allowAnyPort: true },
    });
    await simulator.close();
  });

  it('starts independent simulators', async () => {
    const [one, other] = await Promise.all([PixSimulator.start(), PixSimulator.start()]);
    expect(one.moduleOptions.clientSecret).not.toBe(other.moduleOptions.clientSecret);
    expect(one.ca).not.toBe(other.ca);
    await Promise.all([one.close(), other.close()]);
  });
});
