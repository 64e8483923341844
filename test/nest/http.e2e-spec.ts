import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { HttpService } from '@nestjs/axios';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { PixSimulator } from '../../devkit/index.js';
import {
  createPixClient,
  generateTxid,
  getPixHttpToken,
  InjectPixHttp,
  PixClient,
  PixModule,
  PixPayloadService,
  type PixModuleOptions,
} from '../../lib/index.js';
import { startProxy } from '../transport/support/proxy.js';

const BODY = { valor: { original: '37.00' }, chave: 'loja@example.com' };

let simulator: PixSimulator;
const clients: PixClient[] = [];

beforeEach(async () => {
  simulator = await PixSimulator.start();
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close({ drain: 0 })));
  await simulator.close();
});

async function open(options: Partial<PixModuleOptions> = {}): Promise<PixClient> {
  const client = await createPixClient({ ...simulator.moduleOptions, http: true, ...options });
  clients.push(client);
  return client;
}

function failOnce({ axiosRef }: HttpService): void {
  let failed = false;
  axiosRef.interceptors.response.use((response) => {
    if (failed || response.config.method !== 'put') return response;
    failed = true;
    throw new Error('the log is full');
  });
}

describe('client.http', () => {
  it('is loaded only with the option http', async () => {
    const client = await open({ http: false });
    expect(() => client.http).toThrow(/set the option http: true, or inject/);
  });

  it('sees every token request and call, with its token', async () => {
    const client = await open();
    const seen: unknown[] = [];
    client.http.axiosRef.interceptors.request.use((config) => {
      seen.push([config.method, Boolean(config.headers.get('Authorization'))]);
      return config;
    });
    await client.cob.createWithTxid(generateTxid(), BODY);
    expect(seen).toEqual([
      ['post', expect.any(Boolean)],
      ['put', true],
    ]);
  });

  it('an error after the response is settled by reading the record', async () => {
    const client = await open();
    failOnce(client.http);
    const txid = generateTxid();
    await expect(client.cob.createWithTxid(txid, BODY)).resolves.toMatchObject({ txid });
    const { parametros } = await client.cob.list({
      inicio: new Date(Date.now() - 60_000),
      fim: new Date(Date.now() + 60_000),
    });
    expect(parametros.paginacao.quantidadeTotalDeItens).toBe(1);
  });

  it('an error after the response leaves the outcome unknown without repeats', async () => {
    const client = await open({ retry: false });
    failOnce(client.http);
    await expect(client.cob.createWithTxid(generateTxid(), BODY)).rejects.toMatchObject({
      name: 'PixErroTransporteException',
      resultUnknown: true,
    });
  });

  it('an error before the request is sent means that nothing was sent', async () => {
    const client = await open();
    let attempts = 0;
    client.http.axiosRef.interceptors.request.use((config) => {
      if (config.method !== 'put') return config;
      attempts += 1;
      throw new Error('closed for today');
    });
    const txid = generateTxid();
    await expect(client.cob.createWithTxid(txid, BODY)).rejects.toMatchObject({
      name: 'PixErroTransporteException',
      resultUnknown: false,
    });
    expect(attempts).toBe(1);
    await expect(client.cob.get(txid)).rejects.toMatchObject({ status: 404 });
  });

  it('limits requests of the application by the timeout of the account', async () => {
    const client = await open({ timeout: [5, 0.25] });
    const headers = { Authorization: `Bearer ${await client.tokens.getToken()}` };
    simulator.control.faults.add({ on: 'GET /cob/{txid}', kind: 'hang', when: 'before' });
    const read = client.http.axiosRef.get(`${simulator.url}/cob/${generateTxid()}`, { headers });
    await expect(read).rejects.toThrow(/0[.,]25 s/);
  });

  it('sends requests of the application with the certificate of the account', async () => {
    const client = await open();
    const { status } = await client.http.axiosRef.get(`${simulator.url}/cob`, {
      validateStatus: null,
    });
    // Without the certificate there would be no response; without a token it is a refusal.
    expect(status).toBe(401);
  });
});

describe('PixModule', () => {
  it('injects the HttpService of each account, and payload look-ups go through it', async () => {
    @Injectable()
    class Log {
      readonly hosts: string[] = [];

      constructor(@InjectPixHttp() http: HttpService) {
        http.axiosRef.interceptors.request.use((config) => {
          this.hosts.push(new URL(config.url ?? '').host);
          config.headers.set('X-Bank-Key', 'never-for-other-hosts');
          return config;
        });
      }
    }
    const options = simulator.moduleOptions;
    @Module({
      imports: [PixModule.forRoot(options), PixModule.forRoot({ ...options, name: 'filial' })],
      providers: [Log],
    })
    class App {}
    const app = await Test.createTestingModule({ imports: [App] }).compile();
    try {
      const client = app.get(PixClient, { strict: false });
      expect(await app.resolve<HttpService>(getPixHttpToken(), undefined, { strict: false })).toBe(
        client.http,
      );
      expect(await app.resolve(getPixHttpToken('filial'), undefined, { strict: false })).not.toBe(
        client.http,
      );
      const { location = '' } = await client.cob.createWithTxid(generateTxid(), BODY);
      const payload = await app.get(PixPayloadService, { strict: false }).fetch(location);
      expect(payload.kind).toBe('cob');
      expect(app.get(Log, { strict: false }).hosts).toContain(new URL(`https://${location}`).host);
    } finally {
      await app.close();
    }
  });
});

describe('the option proxy', () => {
  it('sends calls and token requests through the proxy', async () => {
    const proxy = await startProxy();
    try {
      const client = await open({ proxy: `http://user:pass@${proxy.host}` });
      await client.cob.createWithTxid(generateTxid(), BODY);
      expect(new Set(proxy.targets)).toEqual(new Set([new URL(simulator.url).host]));
    } finally {
      await proxy.close();
    }
  });

  it('is validated, without its password in the error', async () => {
    await expect(open({ proxy: 'http://user:s3cret-word@proxy:1/path' })).rejects.toThrow(
      expect.objectContaining({
        name: 'ConfigurationError',
        message: expect.not.stringContaining('s3cret'),
      }),
    );
  });

  it('ignores the variables of the environment by default', async () => {
    process.env.HTTPS_PROXY = 'http://127.0.0.1:1';
    try {
      const client = await open();
      await expect(client.cob.createWithTxid(generateTxid(), BODY)).resolves.toBeDefined();
    } finally {
      delete process.env.HTTPS_PROXY;
    }
  });
});
