import { afterEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import { createPixClient, generateTxid, type PixClient } from '../../../lib/index.js';

const COB = { valor: { original: '37.00' }, chave: 'loja@example.com' };

let simulator: PixSimulator;
let client: PixClient;

async function open(bank: 'itau' | 'bradesco') {
  simulator = await PixSimulator.start({ quirks: bank });
  client = await createPixClient(simulator.moduleOptions);
}

afterEach(async () => {
  await client.close();
  await simulator.close();
});

describe('a provider that serves Pix Automático at other addresses', () => {
  it('has them in its profile, and the client calls each family there', async () => {
    await open('itau');
    const { families } = simulator.provider.production;
    expect(new URL(families?.rec?.baseUrl ?? '').pathname).toBe('/pixautomatico/v1');
    expect(new URL(families?.cobr?.baseUrl ?? '').pathname).toBe('/');
    const { txid } = await client.cob.createWithTxid(generateTxid(), COB);
    const { location, id } = await client.locRec.create();
    expect(location).toContain('/rec/');
    expect((await client.locRec.get(id)).id).toBe(id);
    expect((await client.cob.get(txid)).txid).toBe(txid);
    await client.webhookCobR.register({ webhookUrl: 'https://loja.example/cobr' });
    expect((await client.webhookCobR.get()).webhookUrl).toBe('https://loja.example/cobr');
    // One token endpoint serves all three addresses.
    expect(simulator.control.stats.tokenRequests).toBe(1);
  });

  it('issues tokens for each token endpoint, which the other address refuses', async () => {
    await open('bradesco');
    const { families } = simulator.provider.production;
    expect(new URL(families?.rec?.tokenUrl ?? '').pathname).toBe('/auth/server/oauth/token');
    await client.cob.createWithTxid(generateTxid(), COB);
    await client.locRec.create();
    await client.locRec.create();
    expect(simulator.control.stats.tokenRequests).toBe(2);
    const ordinary = await client.tokens.getToken();
    const automatico = await client.tokens.getToken(undefined, undefined, 'locrec');
    expect(automatico).not.toBe(ordinary);
    await client.tokens.invalidate(undefined, undefined, 'rec');
    expect(await client.tokens.getToken()).toBe(ordinary);
    expect(await client.tokens.getToken(undefined, undefined, 'locrec')).not.toBe(automatico);
  });

  it('is reached when options set the addresses instead of the profile', async () => {
    await open('bradesco');
    const { url, tokenUrl, moduleOptions, provider } = simulator;
    const { families = {} } = provider.production;
    const entries = Object.entries(families);
    const other = await createPixClient({
      ...moduleOptions,
      provider: 'bradesco',
      baseUrl: url,
      tokenUrl,
      baseUrls: Object.fromEntries(entries.map(([family, { baseUrl }]) => [family, baseUrl])),
      tokenUrls: Object.fromEntries(entries.map(([family, address]) => [family, address.tokenUrl])),
    });
    expect((await other.locRec.create()).id).toBeGreaterThan(0);
    expect(JSON.stringify(other)).not.toContain('127.0.0.1');
    await other.close();
  });

  it.each([
    ['baseUrl', (path: string) => ({ baseUrl: path })],
    ['tokenUrl', (path: string) => ({ tokenUrl: path })],
    ['baseUrls of another family', (path: string) => ({ baseUrls: { cob: path } })],
  ])('keeps them when %s replaces another address', async (_, moveTo) => {
    await open('bradesco');
    const { moduleOptions, url } = simulator;
    const other = await createPixClient({ ...moduleOptions, ...moveTo(`${url}/moved`) });
    expect((await other.locRec.create()).id).toBeGreaterThan(0);
    await expect(other.cob.get(generateTxid())).rejects.toMatchObject({
      detail: 'Não há recurso neste endereço.',
    });
    await other.close();
  });
});

describe('the options of family addresses', () => {
  it('are checked at the start', async () => {
    await open('itau');
    const baseUrls = { recs: 'https://x.example', rec: 'http://x.example' };
    await expect(createPixClient({ ...simulator.moduleOptions, baseUrls })).rejects.toThrow(
      /baseUrls\.recs is not a family: did you mean rec\?[^]*baseUrls\.rec must be an absolute https URL/,
    );
  });
});

describe('the option features', () => {
  it('suggests the name of a feature, and names a provider without it', async () => {
    await open('itau');
    const features = ['pix-automatic'] as never;
    await expect(createPixClient({ ...simulator.moduleOptions, features })).rejects.toThrow(
      'features: pix-automatic is not a feature: did you mean pix-automatico?',
    );
    await expect(
      createPixClient({
        ...simulator.moduleOptions,
        provider: 'pagbank',
        features: ['pix-automatico'],
      }),
    ).rejects.toThrow('features: the profile of pagbank has no pix-automatico.');
  });
});
