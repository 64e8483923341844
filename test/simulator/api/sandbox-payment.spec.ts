import { afterEach, describe, expect, it } from '@jest/globals';
import { PixSimulator, type PixSimulatorOptions } from '../../../devkit/simulator/index.js';
import { createPixClient, generateTxid, type PixClient } from '../../../lib/index.js';
import { pixProviders } from '../../../lib/providers/index.js';
import { send } from '../support/bare-client.js';

const CHAVE = 'loja@example.com';
const COB = { valor: { original: '37.50' }, chave: CHAVE };
const COBV = {
  devedor: { cpf: '12345678909', nome: 'Francisca da Silva' },
  valor: { original: '100.00', multa: { modalidade: 1, valorPerc: '5.00' } },
  chave: CHAVE,
};

let simulator: PixSimulator;
let pix: PixClient;

async function open(options: PixSimulatorOptions): Promise<void> {
  simulator = await PixSimulator.start(options);
  pix = await createPixClient(simulator.moduleOptions);
}

afterEach(async () => {
  await pix.close();
  await simulator.close();
});

describe('pix.sandbox.pay at the simulated bank', () => {
  it.each([
    ['inter', { ...pixProviders.inter, rateLimits: {} }],
    ['bb', 'bb'],
    ['pagbank', 'pagbank'],
  ] as const)('pays an immediate charge of %s and returns it', async (bank, quirks) => {
    await open({ quirks, sellerToken: 'token-do-vendedor' });
    const { txid } = await pix.cob.createWithTxid(generateTxid(), COB);
    const options = bank === 'pagbank' ? { token: 'token-do-vendedor' } : {};
    const paid = await pix.sandbox.pay(txid, options);
    expect(paid).toMatchObject({ txid, status: 'CONCLUIDA', pix: [{ valor: '37.50' }] });
    expect((await pix.cob.get(txid)).pix).toHaveLength(1);
  });

  it.each(['inter', 'bb'] as const)(
    'pays what a late due-date charge of %s is worth today',
    async (bank) => {
      await open({ quirks: { ...pixProviders[bank], rateLimits: {} } });
      simulator.control.clock.set(daysAgo(20));
      const dataDeVencimento = daysAgo(10).toISOString().slice(0, 10);
      const { txid } = await pix.cobV.createWithTxid(generateTxid(), {
        ...COBV,
        calendario: { dataDeVencimento, validadeAposVencimento: 30 },
      });
      simulator.control.clock.set(new Date());
      const paid = await pix.sandbox.pay(txid);
      expect(paid).toMatchObject({ txid, status: 'CONCLUIDA', pix: [{ valor: '105.00' }] });
    },
  );

  it('reports the refusal that Banco do Brasil sends with status 200', async () => {
    await open({ quirks: 'bb' });
    const { txid } = await pix.cob.createWithTxid(generateTxid(), COB);
    await pix.sandbox.pay(txid);
    await expect(pix.sandbox.pay(txid)).rejects.toMatchObject({
      name: 'PixErroDesconhecidoException',
      status: 200,
      title: 'Pagamento recusado',
      operation: 'POST /boletos-pix/pagar',
      resultUnknown: false,
    });
    expect((await pix.cob.get(txid)).pix).toHaveLength(1);
  });

  it('requires the published key of Banco do Brasil, not that of the application', async () => {
    await open({ quirks: 'bb' });
    const { pixCopiaECola } = await pix.cob.createWithTxid(generateTxid(), COB);
    const { origin } = new URL(simulator.url);
    const pay = async (query: string) =>
      send(`${origin}/testes-portal-desenvolvedor/v1/boletos-pix/pagar?${query}`, {
        ca: simulator.ca,
        ...simulator.clientCertificate,
        method: 'POST',
        headers: {
          authorization: `Bearer ${await pix.tokens.getToken()}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ pix: pixCopiaECola }),
      });
    expect(await pay('gw-dev-app-key=simulator')).toMatchObject({ status: 400 });
    expect(await pay('gw-app-key=95cad3f03fd9013a9d15005056825665')).toMatchObject({
      status: 200,
      body: { code: 0 },
    });
  });

  it('reports a charge that does not exist', async () => {
    await open({ quirks: 'bb' });
    await expect(pix.sandbox.pay(generateTxid())).rejects.toMatchObject({ status: 404 });
  });

  it('names the bank that has no payment', async () => {
    await open({ quirks: 'sicredi' });
    await expect(pix.sandbox.pay(generateTxid())).rejects.toMatchObject({
      name: 'NotImplementedError',
      message: 'The sandbox of sicredi pays no charge on request.',
    });
  });
});

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}
