import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PixSandboxService } from '../../lib/banks.js';
import { createPixClient, type PixClient, type PixModuleOptions } from '../../lib/index.js';
import { pixProviders } from '../../lib/providers/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const CHARGE = { txid: TXID, valor: { original: '1.00' }, calendario: { expiracao: 60 } };

let provider: ScriptedProvider;
let client: PixClient | undefined;

async function open(options: Partial<PixModuleOptions>): Promise<PixClient> {
  client = await createPixClient(provider.options(options));
  return client;
}

beforeEach(async () => {
  provider = await ScriptedProvider.start();
});

afterEach(async () => {
  await client?.close();
  client = undefined;
  await provider.close();
});

describe('pix.sandbox.pay', () => {
  it.each(['inter', 'bb', 'pagbank'] as const)(
    'is refused in production of %s before anything is sent',
    async (name) => {
      const pix = await open({
        provider: name,
        environment: 'production',
        ...(name === 'bb' && { appKey: 'chave' }),
      });
      await expect(pix.sandbox.pay(TXID, { token: 'x' })).rejects.toMatchObject({
        name: 'ValueError',
        message: expect.stringContaining(`exists only in the sandbox of ${name}`),
      });
      expect(provider.connections).toBe(0);
    },
  );

  it('names what pays charges at Efí', async () => {
    const pix = await open({ provider: 'efi', environment: 'sandbox' });
    await expect(pix.sandbox.pay(TXID)).rejects.toMatchObject({
      name: 'NotImplementedError',
      message:
        'The sandbox of efi pays no charge on request: it pays charges of 0.01 to 10.00 by itself.',
    });
    expect(provider.connections).toBe(0);
  });

  it("is not sent to PagBank's sandbox without the token of the seller", async () => {
    const pix = await open({ provider: 'pagbank', environment: 'sandbox' });
    await expect(pix.sandbox.pay(TXID)).rejects.toMatchObject({
      name: 'ValueError',
      message: expect.stringContaining('requires the option token'),
    });
    expect(provider.connections).toBe(0);
  });

  it('pays at Banco do Brasil with the published key, and does not send that of the application', async () => {
    const { origin } = provider;
    const sandbox = {
      ...pixProviders.bb.sandbox!,
      baseUrl: `${origin}/pix`,
      tokenUrl: `${origin}/oauth/token`,
      operations: { 'POST /boletos-pix/pagar': `${origin}/payer` },
    };
    provider.api = ({ method }) =>
      method === 'POST' ? { body: { code: 0 } } : { body: { ...CHARGE, pixCopiaECola: '0002' } };
    const pix = await open({
      provider: { ...pixProviders.bb, sandbox },
      environment: 'sandbox',
      baseUrl: undefined,
      tokenUrl: undefined,
      appKey: 'chave-da-aplicacao',
    });
    await pix.sandbox.pay(TXID);
    expect(provider.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET /pix/cob/${TXID}?gw-dev-app-key=chave-da-aplicacao`,
      'POST /payer/boletos-pix/pagar?gw-app-key=95cad3f03fd9013a9d15005056825665',
      `GET /pix/cob/${TXID}?gw-dev-app-key=chave-da-aplicacao`,
    ]);
    expect(JSON.parse(provider.requests[1]?.body ?? '')).toEqual({ pix: '0002' });
  });

  it('is typed by the provider', () => {
    const open = (options: PixModuleOptions) => ({
      inter: createPixClient({ ...options, provider: 'inter' }),
      pagbank: createPixClient({ ...options, provider: 'pagbank' }),
      sicoob: createPixClient({ ...options, provider: 'sicoob' }),
      any: createPixClient(options),
    });
    const calls = async (options: PixModuleOptions) => {
      const clients = open(options);
      const [inter, pagbank, sicoob] = [
        await clients.inter,
        await clients.pagbank,
        await clients.sicoob,
      ];
      await inter.sandbox.pay(TXID, { timeout: 5 });
      // @ts-expect-error: only PagBank takes the token of the seller
      await inter.sandbox.pay(TXID, { token: 'x' });
      await pagbank.sandbox.pay(TXID, { token: 'x' });
      // @ts-expect-error: PagBank requires the token of the seller
      await pagbank.sandbox.pay(TXID);
      // @ts-expect-error: the sandbox of Sicoob has no payment
      await sicoob.sandbox.pay(TXID);
      await (await clients.any).sandbox.pay(TXID);
      const all: PixClient[] = [inter, pagbank, sicoob];
      const service: PixSandboxService<'inter'> = inter.sandbox;
      // @ts-expect-error: an option of a client is still checked
      void createPixClient({ provider: 'inter', clientld: 'x' });
      return [all, service];
    };
    expect(calls).toBeInstanceOf(Function);
  });
});
