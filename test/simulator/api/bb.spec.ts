import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import { createPixClient, ordinaryPixScopes, type PixClient } from '../../../lib/index.js';

const [PAYER, OTHER] = ['12345678909', '98765432100'];
const EVER = { inicio: '1999-01-01T00:00:00Z', fim: '2199-01-01T00:00:00Z' };

describe('simulator with the operations of Banco do Brasil', () => {
  let simulator: PixSimulator;
  let pix: PixClient;

  beforeAll(async () => {
    // Refunds settle when the test sets the clock, however slow the machine is.
    simulator = await PixSimulator.start({ quirks: 'bb', refundDelay: 30_000 });
    pix = await createPixClient(simulator.moduleOptions);
  });
  afterAll(async () => {
    await pix.close();
    await simulator.close();
  });
  beforeEach(() => simulator.control.reset());

  const pay = (chave: string, cpf: string) =>
    simulator.control.payKey(chave, { valor: '10.00', pagador: { cpf } });

  it('lists received Pix by key', async () => {
    const [one, two] = [await pay('a@example.com', PAYER), await pay('b@example.com', OTHER)];
    const listIds = async (filter: object) =>
      (await pix.bb.listPix({ ...EVER, ...filter })).pix.map(({ endToEndId }) => endToEndId);
    expect(await listIds({})).toEqual([one.endToEndId, two.endToEndId]);
    expect(await listIds({ chave: 'b@example.com' })).toEqual([two.endToEndId]);
    expect(await listIds({ chave: 'b@example.com', cpf: PAYER })).toEqual([]);
    expect(await listIds({ contestacaoPresente: false })).toHaveLength(2);
    expect(await listIds({ contestacaoPresente: true })).toEqual([]);
  });

  it('lists refunds by status and payer', async () => {
    const [one, two] = [await pay('a@example.com', PAYER), await pay('b@example.com', OTHER)];
    await pix.recebidos.refund(one.endToEndId, 'um', { valor: '1.00' });
    simulator.control.clock.advance(60);
    await pix.recebidos.refund(two.endToEndId, 'dois', { valor: '2.00' });
    const list = (filter: object = {}) => pix.bb.listDevolucoes({ ...EVER, ...filter });
    const all = await list();
    expect(all.devolucoes).toMatchObject([
      { id: 'um', endToEndId: one.endToEndId, chave: 'a@example.com', status: 'DEVOLVIDO' },
      { id: 'dois', endToEndId: two.endToEndId, chave: 'b@example.com' },
    ]);
    expect(all.parametros.paginacao.quantidadeTotalDeItens).toBe(2);
    expect((await list({ cpf: OTHER })).devolucoes).toMatchObject([{ id: 'dois' }]);
    expect((await list({ estadoDevolucao: 'EM_PROCESSAMENTO' })).devolucoes).toMatchObject([
      { id: 'dois' },
    ]);
    expect((await list({ fim: '2000-01-01T00:00:00Z' })).devolucoes).toEqual([]);
  });

  it('lists without a period', async () => {
    const { endToEndId } = await pay('a@example.com', PAYER);
    const page = await pix.bb.listPix();
    expect(page.pix.map((received) => received.endToEndId)).toEqual([endToEndId]);
    expect(page.parametros.inicio).toBeUndefined();
    await pix.recebidos.refund(endToEndId, 'um', { valor: '1.00' });
    expect((await pix.bb.listDevolucoes()).devolucoes).toMatchObject([{ id: 'um' }]);
  });

  it('registers, reads and deletes the webhook of requests to confirm', async () => {
    await expect(pix.bb.getWebhookSolicRec()).rejects.toMatchObject({ status: 404 });
    await pix.bb.registerWebhookSolicRec({ webhookUrl: 'https://shop.example/pix' });
    expect(await pix.bb.getWebhookSolicRec()).toMatchObject({
      webhookUrl: 'https://shop.example/pix',
    });
    await expect(pix.webhookRec.get()).rejects.toMatchObject({ status: 404 });
    await pix.bb.deleteWebhookSolicRec();
    await expect(pix.bb.getWebhookSolicRec()).rejects.toMatchObject({ status: 404 });
  });

  it('needs the scope pix-bb.read, which the profile does not request', async () => {
    const account = { ...simulator.moduleOptions, provider: 'bb', features: [] } as const;
    const addresses = { baseUrl: simulator.url, tokenUrl: simulator.tokenUrl };
    const plain = await createPixClient({ ...account, ...addresses });
    await expect(plain.bb.listPix()).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining("scopes: [...ordinaryPixScopes, 'pix-bb.read']"),
    });
    await plain.close();
    const scopes = [...ordinaryPixScopes, 'pix-bb.read'];
    const granted = await createPixClient({ ...account, ...addresses, scopes });
    expect((await granted.bb.listPix()).pix).toEqual([]);
    await granted.close();
  });
});
