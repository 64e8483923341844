import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import {
  OnPixEnviado,
  PixWebhookReceiverModule,
  PixWebhookStats,
  type PixEnviado,
  type PixEventContext,
} from '../../lib/receiver/index.js';
import { startApp, type RunningApp } from './support/app.js';
import { pix } from './support/notifications.js';
import { Orders } from './support/orders.js';
import { post } from './support/post.js';

const PATH = '/webhooks/pix/pix';

/** Builds a sent Pix, as Efí posts it to the address of received ones. */
const sent = (fields: Record<string, unknown> = {}) => ({
  endToEndId: 'E09089356202609091221abcdefghijk',
  chave: '1c3aebcd-1d9a-4f5a-8d2e-0f1e2d3c4b5a',
  tipo: 'SOLICITACAO',
  status: 'REALIZADO',
  valor: '0.01',
  horario: '2026-09-09T12:21:00.000Z',
  gnExtras: { idEnvio: '123ABC' },
  ...fields,
});

const refused = () => sent({ status: 'NAO_REALIZADO', horario: null });

@Injectable()
class Transfers {
  readonly handled: { payload: PixEnviado; context: PixEventContext }[] = [];

  @OnPixEnviado()
  onSent(payload: PixEnviado, context: PixEventContext) {
    this.handled.push({ payload, context });
  }
}

describe('sent Pix', () => {
  let running: RunningApp | undefined;

  afterEach(async () => {
    await running?.app.close();
    running = undefined;
  });

  async function start(...providers: (new () => unknown)[]) {
    running = await startApp('Express', {
      imports: [PixWebhookReceiverModule.forRoot({ dangerouslyAllowUnauthenticated: true })],
      providers: [Orders, ...providers],
    });
    const { app } = running;
    return { ...running, orders: app.get(Orders), stats: app.get(PixWebhookStats) };
  }

  it('are acknowledged and counted, and do not run the handler of received Pix', async () => {
    const { port, orders, stats, log } = await start();
    for (const item of [sent(), refused(), sent({ devolucoes: [] }), sent({ tipo: undefined })]) {
      expect((await post(port, PATH, { pix: [item] })).status).toBe(200);
    }
    expect(orders.handled).toEqual([]);
    expect(stats.ignoredItems).toBe(4);
    expect(log.text).toContain('debug No handler for pix.enviado');
    expect(stats.malformedItems).toBe(0);
  });

  it('run @OnPixEnviado() once for each status, including NAO_REALIZADO', async () => {
    const { port, app, orders, stats } = await start(Transfers);
    const { handled } = app.get(Transfers);
    for (const item of [sent(), sent(), refused()]) await post(port, PATH, { pix: [item] });
    expect(
      handled.map(({ payload: { status, horario, idEnvio, valor } }) => [
        status,
        horario,
        idEnvio,
        valor,
      ]),
    ).toEqual([
      ['REALIZADO', sent().horario, '123ABC', '0.01'],
      ['NAO_REALIZADO', null, '123ABC', '0.01'],
    ]);
    expect(handled[0]!.context.eventKey).toBe(`enviado:${sent().endToEndId}:REALIZADO`);
    expect(orders.handled).toEqual([]);
    expect(stats.ignoredItems).toBe(0);
  });

  it('are identified by idEnvio when they have no end-to-end id', async () => {
    const { port, app } = await start(Transfers);
    await post(port, PATH, { pix: [{ ...refused(), endToEndId: undefined }] });
    expect(app.get(Transfers).handled[0]!.context.eventKey).toBe('enviado:123ABC:NAO_REALIZADO');
  });

  it.each([
    ['a txid and a status', { status: 'REALIZADO' }],
    ['a txid and a tipo', { tipo: 'COB' }],
    ['no txid', { txid: undefined }],
  ])('do not include a received Pix with %s', async (_name, fields) => {
    const { port, orders } = await start(Transfers);
    expect((await post(port, PATH, { pix: [pix(fields)] })).status).toBe(200);
    expect(orders.events).toEqual(['pix.recebido']);
  });

  it.each([
    ['an item without any field of a payment', { evento: 'algo', data: '2026-09-09' }],
    ['a sent Pix without an identifier', { tipo: 'SOLICITACAO', status: 'NAO_REALIZADO' }],
  ])('are acknowledged and ignored: %s', async (_name, item) => {
    const { port, orders, stats, log } = await start(Transfers);
    expect((await post(port, PATH, { pix: [item, pix()] })).status).toBe(200);
    expect((await post(port, '/webhooks/pix', [item])).status).toBe(200);
    expect(orders.events).toEqual(['pix.recebido']);
    expect(stats.ignoredItems).toBe(2);
    expect(log.text).toContain('debug 1 unknown item(s) of a notification are ignored');
  });

  it('are handled when another item of the body is malformed', async () => {
    const { port, app, orders, stats } = await start(Transfers);
    const body = { pix: [pix(), pix({ valor: 'abc' }), refused(), pix()] };
    // Not acknowledged, because the malformed item is a payment.
    expect((await post(port, PATH, body)).status).toBe(400);
    expect(orders.handled).toHaveLength(2);
    expect(app.get(Transfers).handled).toHaveLength(1);
    expect(stats.malformedItems).toBe(1);
  });

  it('count each refund of a Pix towards maxEvents', async () => {
    const { port, orders } = await start();
    const devolucoes = Array.from({ length: 1000 }, (_, index) => ({
      id: `d${index}`,
      valor: '0.01',
      status: 'DEVOLVIDO',
    }));
    expect((await post(port, PATH, { pix: [pix({ devolucoes })] })).status).toBe(413);
    expect(orders.handled).toEqual([]);
  });
});
