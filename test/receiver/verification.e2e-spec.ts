import { afterEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../devkit/simulator/index.js';
import {
  buildCobrancaRecorrente,
  buildDevolucao,
  buildPix,
  buildRecorrencia,
} from '../../devkit/testing.js';
import type { Pix } from '../../lib/contract/index.js';
import {
  PixErroValidacaoException,
  PixRecursoNaoEncontradoException,
  PixRespostaInvalidaError,
  ValidationError,
} from '../../lib/errors/index.js';
import { PixModule, PixWebhookService } from '../../lib/index.js';
import {
  OnCobrancaRecorrente,
  PixWebhookReceiverModule,
  PixWebhookStats,
  type PixWebhookReceiverOptions,
} from '../../lib/receiver/index.js';
import { PixCobService, PixRecebidosService } from '../../lib/resources/index.js';
import { startApp, type RunningApp } from './support/app.js';
import { Orders } from './support/orders.js';
import { post } from './support/post.js';
import { Provider } from './support/provider.js';

const SECRET = 'a-long-and-random-secret-of-tests';
const authentication = { secret: SECRET };
const address = (kind: string) => `/webhooks/pix/${kind}?hmac=${SECRET}`;

class Charges {
  readonly handled: unknown[] = [];
  @OnCobrancaRecorrente()
  onCharge(payload: object) {
    this.handled.push(payload);
  }
}

let running: RunningApp & { orders: Orders; stats: PixWebhookStats };

async function start(options: PixWebhookReceiverOptions, imports: object[] = []) {
  const started = await startApp('Express', {
    imports: [
      PixWebhookReceiverModule.forRoot({ authentication, verifyWithProvider: true, ...options }),
      ...(imports as []),
    ],
    providers: [Orders, Charges],
  });
  const { app } = started;
  running = { ...started, orders: app.get(Orders), stats: app.get(PixWebhookStats) };
  return running;
}

const notify = (...pix: unknown[]) => post(running.port, address('pix'), { pix });

afterEach(() => running.app.close());

describe('verifyWithProvider', () => {
  it('passes the provider’s version to the handler', async () => {
    const provider = new Provider();
    const { orders } = await start({ recebidos: provider });
    const paid = buildPix({ chave: '+5511999999999', infoPagador: 'Pedido 1' });
    provider.received.push(paid);
    const notified = { ...paid, chave: '5511999999999', infoPagador: 'Pedido 2', extra: true };
    expect(await notify(notified)).toMatchObject({ status: 200, body: '' });
    expect(orders.handled.map(({ payload }) => payload)).toEqual([paid]);
    expect(orders.handled[0]!.context.eventKey).toBe(`pix:${paid.endToEndId}`);
  });

  it('completes fields that the notification leaves out', async () => {
    const provider = new Provider();
    const { orders } = await start({ recebidos: provider });
    const paid = buildPix({ chave: 'chave@banco.com' });
    provider.received.push(paid);
    const { endToEndId, horario } = paid;
    expect((await notify({ endToEndId, horario, valor: 37, txid: null })).status).toBe(200);
    expect(orders.handled.map(({ payload }) => payload)).toEqual([paid]);
  });

  it.each<[string, Partial<Pix>, Partial<Pix>]>([
    ['valor', { valor: '3700.00' }, {}],
    ['txid', { txid: 'outrotxid0000000000000000000000' }, {}],
    ['txid', { txid: 'outrotxid0000000000000000000000' }, { txid: undefined as never }],
    ['chave', { chave: 'outra@banco.com' }, { chave: 'chave@banco.com' }],
    ['valor, txid', { valor: '1.00', txid: 'x' }, {}],
  ])('refuses a %s that differs from the provider’s', async (fields, claimed, known) => {
    const provider = new Provider();
    const { orders, log, stats } = await start({ recebidos: provider });
    const paid = buildPix(known);
    provider.received.push(paid);
    expect(await notify({ ...paid, ...claimed })).toMatchObject({ status: 403, body: '' });
    expect(orders.handled).toEqual([]);
    expect(log.text).toContain(
      `Refused pix:${paid.endToEndId}: it contradicts the provider (${fields})`,
    );
    expect(stats.notifications).toEqual({ refused: 1 });
    // A refused event leaves no record: a correct notification is handled later.
    expect((await notify(paid)).status).toBe(200);
    expect(orders.handled).toHaveLength(1);
  });

  it.each([
    ['CHAVE@Banco.com', 'chave@banco.com'],
    ['+5511999998888', '5511999998888'],
    ['5511999998888', '+5511999998888'],
  ])('treats the key %s as equal to %s', async (claimed, known) => {
    const provider = new Provider();
    const { orders } = await start({ recebidos: provider });
    const paid = buildPix({ chave: known });
    provider.received.push(paid);
    expect((await notify({ ...paid, chave: claimed })).status).toBe(200);
    expect(orders.handled.map(({ payload }) => payload.chave)).toEqual([known]);
  });

  it.each<[string, Error]>([
    ['400', new PixErroValidacaoException({ type: 'x', title: 'x', status: 400 })],
    ['404', new PixRecursoNaoEncontradoException({ type: 'x', title: 'x', status: 404 })],
    ['a validation error', new ValidationError('x')],
  ])('refuses a Pix when the provider rejects its id with %s', async (_status, error) => {
    const provider = new Provider();
    const { orders } = await start({ recebidos: provider });
    provider.get = () => Promise.reject(error);
    expect((await notify(buildPix())).status).toBe(403);
    expect(orders.handled).toEqual([]);
  });

  it('refuses a replayed body with another amount, including after the Pix was handled', async () => {
    const provider = new Provider();
    const { orders } = await start({ recebidos: provider });
    const paid = buildPix();
    provider.received.push(paid);
    expect((await notify(paid)).status).toBe(200);
    expect((await notify({ ...paid, valor: '37000.00' })).status).toBe(403);
    expect(orders.handled).toHaveLength(1);
  });

  it('refuses a Pix that the provider does not have, and handles the others of its body', async () => {
    const provider = new Provider();
    const { orders, log } = await start({ recebidos: provider });
    const [paid, invented] = [buildPix(), buildPix()];
    provider.received.push(paid);
    expect((await notify(invented, paid)).status).toBe(403);
    expect(orders.handled.map(({ payload }) => payload)).toEqual([paid]);
    expect(log.text).toContain(`Refused pix:${invented.endToEndId}: the provider has no such`);
  });

  it('answers 503 while the provider is unavailable or returns invalid data, and handles the repeat', async () => {
    const provider = new Provider();
    const { orders, stats } = await start({ recebidos: provider });
    const paid = buildPix();
    provider.received.push(paid);
    provider.reachable = false;
    expect(await notify(paid)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    provider.reachable = true;
    const get = provider.get.bind(provider);
    provider.get = () => Promise.resolve(buildPix());
    expect((await notify(paid)).status).toBe(503);
    provider.get = () =>
      Promise.reject(new PixRespostaInvalidaError({ title: 'HTML', status: 200 }));
    expect((await notify(paid)).status).toBe(503);
    provider.get = get;
    expect(orders.handled).toEqual([]);
    expect((await notify(paid)).status).toBe(200);
    expect(orders.handled).toHaveLength(1);
    expect(stats.notifications).toEqual({ unavailable: 3, handled: 1 });
  });

  it('reads each Pix of a notification once', async () => {
    const provider = new Provider();
    await start({ recebidos: provider });
    const paid = Array.from({ length: 20 }, () =>
      buildPix({ devolucoes: [buildDevolucao(), buildDevolucao()] }),
    );
    provider.received.push(...paid);
    expect((await notify(...paid, ...paid)).status).toBe(200);
    expect(provider.read.sort()).toEqual(paid.map(({ endToEndId }) => endToEndId).sort());
  });

  describe('refunds', () => {
    it('passes the provider’s version to the handler', async () => {
      const provider = new Provider();
      const { orders } = await start({ recebidos: provider });
      const devolucao = buildDevolucao({ motivo: 'do banco' });
      const paid = buildPix({ devolucoes: [devolucao] });
      provider.received.push(paid);
      await notify({ ...paid, devolucoes: [{ ...devolucao, motivo: 'de outro' }] });
      expect(orders.events).toEqual(['pix.recebido', 'pix.devolucao']);
      expect(orders.handled[1]!.payload).toEqual({ devolucao, pix: paid });
    });

    it.each([
      ['in another state', { status: 'EM_PROCESSAMENTO' }, 'devolucoes'],
      ['of another id', { id: 'outra' }, 'devolucoes'],
      ['of another amount', { valor: '1.00' }, 'devolucoes.valor'],
    ])('refuses a refund that the provider has %s', async (_name, known, fields) => {
      const provider = new Provider();
      const { orders, log } = await start({ recebidos: provider });
      const devolucao = buildDevolucao();
      const paid = buildPix({ devolucoes: [{ ...devolucao, ...known }] });
      provider.received.push(paid);
      expect((await notify({ ...paid, devolucoes: [devolucao] })).status).toBe(403);
      expect(orders.events).toEqual(['pix.recebido']);
      expect(log.text).toContain(`it contradicts the provider (${fields})`);
    });
  });

  describe('Pix Automático', () => {
    const charge = (...pix: unknown[]) =>
      post(running.port, address('cobr'), { cobsr: [buildCobrancaRecorrente({ pix: pix as [] })] });

    it('reads the Pix that paid a charge, and passes the provider’s version to the handler', async () => {
      const provider = new Provider();
      const { app } = await start({ recebidos: provider });
      const paid = buildPix();
      provider.received.push(paid);
      expect((await charge({ ...paid, infoPagador: 'x' })).status).toBe(200);
      expect(app.get(Charges).handled).toMatchObject([{ status: 'ATIVA', pix: [paid] }]);
    });

    it.each([
      ['another amount', (paid: Pix) => [{ ...paid, valor: '1.00' }]],
      ['an invented Pix', (paid: Pix) => [paid, buildPix()]],
      ['an item that is not a Pix', () => [{}]],
      ['a value that is not a list', () => ({}) as unknown[]],
    ])('refuses a charge with %s', async (_name, pix) => {
      const provider = new Provider();
      const { app } = await start({ recebidos: provider });
      const paid = buildPix();
      provider.received.push(paid);
      const notified = buildCobrancaRecorrente({ pix: pix(paid) as [] });
      expect((await post(running.port, address('cobr'), { cobsr: [notified] })).status).toBe(403);
      expect(app.get(Charges).handled).toEqual([]);
    });

    it('passes events without a Pix', async () => {
      const { orders, app } = await start({ recebidos: new Provider() });
      expect((await charge()).status).toBe(200);
      expect(app.get(Charges).handled).toHaveLength(1);
      await post(running.port, address('rec'), { recs: [buildRecorrencia()] });
      expect(orders.events).toEqual(['cobranca-recorrente', 'recorrencia']);
    });
  });

  it('refuses to start without a source of received Pix', async () => {
    await start({ recebidos: new Provider() });
    const starting = startApp('Express', {
      imports: [PixWebhookReceiverModule.forRoot({ authentication, verifyWithProvider: true })],
      providers: [Orders],
    });
    await expect(starting).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining('verifyWithProvider reads received Pix from the provider'),
    });
  });

  it('reads through the application’s PixModule, with a Pix and its refund from the simulated provider', async () => {
    const simulator = await PixSimulator.start({ refundDelay: 0 });
    const { app, port, orders, log } = await start({}, [
      PixModule.forRoot(simulator.moduleOptions),
    ]);
    const chave = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
    await app.get(PixWebhookService).register(chave, {
      webhookUrl: `http://127.0.0.1:${port}/webhooks/pix?hmac=${SECRET}`,
    });
    const { txid } = await app.get(PixCobService).create({
      calendario: { expiracao: 3600 },
      valor: { original: '37.00' },
      chave,
    });
    const paid = await simulator.control.pay(txid);
    await simulator.control.idle();
    await app.get(PixRecebidosService).refund(paid.endToEndId, 'dev1', { valor: '7.00' });
    await simulator.control.settleRefund(paid.endToEndId, 'dev1');
    await simulator.control.idle();
    expect(orders.events).toEqual(['pix.recebido', 'pix.devolucao']);
    expect(orders.handled[0]!.payload).toEqual(paid);
    expect((await notify({ ...paid, valor: '0.37' })).status).toBe(403);
    expect((await notify(buildPix())).status).toBe(403);
    expect(orders.handled).toHaveLength(2);
    expect(log.text).not.toContain(SECRET);
    await simulator.close();
  });
});
