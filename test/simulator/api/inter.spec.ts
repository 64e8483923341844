import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import {
  createPixClient,
  generateTxid,
  type CobGerada,
  type PixClient,
} from '../../../lib/index.js';
import { pixProviders } from '../../../lib/providers/index.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const CHAVE = 'loja@example.com';
const EVER = { dataHoraInicio: '1999-01-01T00:00:00Z', dataHoraFim: '2199-01-01T00:00:00Z' };
const COBV = {
  calendario: { dataDeVencimento: '2098-04-15' },
  devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
  valor: { original: '100.00' },
  chave: CHAVE,
};

describe('simulator with the operations of Inter', () => {
  let simulator: PixSimulator;
  let pix: PixClient;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    simulator = await PixSimulator.start({ quirks: { ...pixProviders.inter, rateLimits: {} } });
    pix = await createPixClient(simulator.moduleOptions);
    receiver = await WebhookReceiver.start(simulator);
  });
  afterAll(async () => {
    await pix.close();
    await receiver.close();
    await simulator.close();
  });
  beforeEach(() => simulator.control.reset());

  const newCob = (original = '37.50'): Promise<CobGerada> =>
    pix.cob.createWithTxid(generateTxid(), { valor: { original }, chave: CHAVE });

  it('pays an immediate charge, with the amount as a number', async () => {
    const { txid } = await newCob();
    const { e2e } = await pix.inter.payCob(txid, 37.5);
    expect(await pix.cob.get(txid)).toMatchObject({
      status: 'CONCLUIDA',
      pix: [{ endToEndId: e2e, valor: '37.50' }],
    });
  });

  it('pays a due-date charge', async () => {
    const txid = generateTxid();
    await pix.cobV.createWithTxid(txid, COBV);
    const { e2e } = await pix.inter.payCobV(txid, 100);
    expect(await pix.recebidos.get(e2e)).toMatchObject({ txid, valor: '100.00' });
  });

  it('refuses an amount with three decimals, a wrong amount and an unknown charge', async () => {
    const { txid } = await newCob();
    await expect(pix.inter.payCob(txid, 37.505)).rejects.toMatchObject({
      status: 400,
      violacoes: [{ propriedade: 'cob.valor', razao: 'cob.valor deve ter até 2 casas' }],
    });
    await expect(pix.inter.payCobV(txid, 37.5)).rejects.toMatchObject({ status: 404 });
    await expect(pix.inter.payCob(txid, 38)).rejects.toMatchObject({ status: 409 });
    expect((await pix.cob.get(txid)).status).toBe('ATIVA');
  });

  it('lists delivery attempts, by page and by charge', async () => {
    await pix.webhook.register(CHAVE, { webhookUrl: receiver.url });
    receiver.script.push(500);
    const first = await newCob();
    const failed = new Promise<void>((resolve) => {
      const stop = simulator.control.onDelivery(() => {
        stop();
        resolve();
      });
    });
    await pix.inter.payCob(first.txid, 37.5);
    await failed;
    simulator.control.clock.advance(20 * 60);
    await simulator.control.idle();
    for (let count = 0; count < 10; count += 1) {
      await pix.inter.payCob((await newCob()).txid, 37.5);
    }
    await simulator.control.idle();

    const page = await pix.inter.listCallbacks({ ...EVER, tamanhoPagina: 10 });
    expect(page).toMatchObject({
      totalPaginas: 2,
      totalElementos: 12,
      primeiraPagina: true,
      ultimaPagina: false,
      tamanhoPagina: 10,
      numeroDeElementos: 10,
    });
    const rest = await pix.inter.listCallbacks({ ...EVER, tamanhoPagina: 10, pagina: 1 });
    expect(rest).toMatchObject({ ultimaPagina: true, numeroDeElementos: 2 });

    const { data } = await pix.inter.listCallbacks({ ...EVER, txid: first.txid });
    expect(data).toMatchObject([
      { numeroTentativa: 1, sucesso: false, httpStatus: 500, payload: [{ txid: first.txid }] },
      { numeroTentativa: 2, sucesso: true, httpStatus: 200, payload: [{ txid: first.txid }] },
    ]);
    const before = { ...EVER, dataHoraFim: '2000-01-01T00:00:00Z' };
    expect(await pix.inter.listCallbacks(before)).toMatchObject({ totalElementos: 0, data: [] });
  });

  it('repeats the notifications of a charge', async () => {
    await pix.webhook.register(CHAVE, { webhookUrl: receiver.url });
    const [notified, other] = [await newCob(), await newCob()];
    await pix.inter.payCob(notified.txid, 37.5);
    await pix.inter.payCob(other.txid, 37.5);
    await simulator.control.idle();
    receiver.notifications.length = 0;
    await pix.inter.retryCallbacks({ txId: [notified.txid], chavePix: CHAVE });
    await simulator.control.idle();
    expect(receiver.notifications.map(({ body }) => body)).toMatchObject([
      [{ txid: notified.txid }],
    ]);
    const unregistered = { txId: [notified.txid], chavePix: 'outra@example.com' };
    await expect(pix.inter.retryCallbacks(unregistered)).rejects.toMatchObject({ status: 404 });
  });

  it('returns the summary of a batch, and lists its charges by status', async () => {
    const [good, bad] = [generateTxid(), generateTxid()];
    await pix.loteCobV.create('17', {
      descricao: 'Mensalidades',
      cobsv: [
        { ...COBV, txid: good },
        { ...COBV, txid: bad, calendario: { dataDeVencimento: '2001-01-01' } },
      ],
    });
    expect(await pix.inter.getLoteSummary('17')).toMatchObject({
      statusProcessamento: 'EM_PROCESSAMENTO',
      totalCobrancas: 2,
      totalCobrancasCriadas: 0,
    });
    simulator.control.clock.advance(60);
    expect(await pix.inter.getLoteSummary('17')).toMatchObject({
      statusProcessamento: 'PROCESSADO',
      totalCobrancasCriadas: 1,
      totalCobrancasNegadas: 1,
    });
    const negadas = await pix.inter.listLoteByStatus('17', 'NEGADA');
    expect(negadas.cobsv).toMatchObject([{ txid: bad, status: 'NEGADA' }]);
    await expect(pix.inter.getLoteSummary('18')).rejects.toMatchObject({ status: 404 });
  });

  it('is offered only when Inter is simulated', async () => {
    const plain = await PixSimulator.start();
    const { provider } = simulator.moduleOptions;
    const client = await createPixClient({
      ...plain.moduleOptions,
      provider: { ...provider, production: plain.provider.production },
    });
    const { txid } = await client.cob.create({ valor: { original: '37.50' }, chave: CHAVE });
    await expect(client.inter.payCob(txid, 37.5)).rejects.toMatchObject({ status: 404 });
    await client.close();
    await plain.close();
  });
});
