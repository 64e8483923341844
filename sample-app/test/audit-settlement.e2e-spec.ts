import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { AuditSettlement } from '../src/backoffice/audit/audit-settlement.js';
import { AuditService } from '../src/backoffice/audit/audit.service.js';
import type { AuditView } from '../src/backoffice/audit/audit.view.js';
import type { AuditAction } from '../src/database/schema.js';
import { toDay } from '../src/invoices/brazilian-day.js';
import { OrderSettlement } from '../src/orders/order-settlement.js';
import { advanceDate } from './support/advance-date.js';
import { logIn } from './support/log-in.js';
import { ONE_SHIRT, openShop, type Shop } from './support/open-shop.js';
import { SubscriptionsClient } from './support/subscriptions-client.js';

/** More than the time in which a request may still be in progress. */
const PATIENCE = 3 * 60_000;

/** An entry that was begun and has no outcome, as a process leaves it that is killed. */
describe('an entry of the audit trail whose process was killed', () => {
  let shop: Shop;
  let cookie: string;
  beforeAll(async () => {
    shop = await openShop('express');
    cookie = await logIn(shop.url);
  });
  afterEach(() => {
    jest.useRealTimers();
    shop.provider.simulator.control.faults.clear();
  });
  afterAll(() => shop.close());

  const post = (path: string) => request(shop.url).post(path).set('cookie', cookie);
  const begin = (acao: AuditAction, alvo: string) =>
    shop.app.get(AuditService, { strict: false }).begin({ userId: null, acao, alvo });
  const sweep = async () => {
    advanceDate(PATIENCE);
    await shop.app.get(AuditSettlement, { strict: false }).sweep();
    jest.useRealTimers();
  };
  /** The outcome of the entry that `begin` returned. */
  const readOutcome = async (id: number) => {
    const { body } = await request(shop.url)
      .get('/api/admin/audit?limite=100')
      .set('cookie', cookie)
      .expect(200);
    return (body.itens as AuditView[]).find((entry) => entry.id === id)?.resultado;
  };
  const openOrder = async () =>
    (await post('/api/orders').send(ONE_SHIRT).expect(201)).body as { id: string; txid: string };
  const pay = async (txid: string) => {
    const { control } = shop.provider.simulator;
    const { endToEndId } = await control.pay(txid);
    await control.idle();
    return endToEndId;
  };

  it('waits while the bank has not answered, then ends with the cancellation', async () => {
    const { id } = await openOrder();
    const entry = await begin('PEDIDO_CANCELADO', id);
    const { faults } = shop.provider.simulator.control;
    for (const on of ['PATCH /cob/{txid}', 'GET /cob/{txid}']) {
      faults.add({ on, kind: 'reset', when: 'before', count: 'always' });
    }
    const { body } = await post(`/api/orders/${id}/cancel`).expect(200);
    expect(body.status).toBe('CANCELANDO');
    await sweep();
    await expect(readOutcome(entry)).resolves.toBe('DESCONHECIDO');
    faults.clear();
    await shop.app.get(OrderSettlement, { strict: false }).sweep();
    await sweep();
    await expect(readOutcome(entry)).resolves.toBe('SUCESSO');
  });

  it('is a failure if the order was paid', async () => {
    const { id, txid } = await openOrder();
    const entry = await begin('PEDIDO_CANCELADO', id);
    await pay(txid);
    await sweep();
    await expect(readOutcome(entry)).resolves.toBe('FALHA');
  });

  it('is not ended while its request may be in progress, and can succeed later', async () => {
    const { id } = await openOrder();
    const entry = await begin('PEDIDO_CANCELADO', id);
    await shop.app.get(AuditSettlement, { strict: false }).sweep();
    await expect(readOutcome(entry)).resolves.toBe('DESCONHECIDO');
    await sweep();
    await expect(readOutcome(entry)).resolves.toBe('FALHA');
    const audit = shop.app.get(AuditService, { strict: false });
    await audit.end(entry, { resultado: 'DESCONHECIDO' });
    await expect(readOutcome(entry)).resolves.toBe('FALHA');
    await audit.end(entry, { resultado: 'SUCESSO' });
    await expect(readOutcome(entry)).resolves.toBe('SUCESSO');
  });

  it('ends with an invoice', async () => {
    const { body: invoice } = await post('/api/admin/invoices')
      .send({
        nome: 'Maria da Silva',
        cpfCnpj: '52998224725',
        valor: '100.00',
        vencimento: toDay(new Date()),
        descricao: 'Mensalidade',
      })
      .expect(201);
    const kept = await begin('FATURA_CANCELADA', invoice.id);
    await sweep();
    const cancelled = await begin('FATURA_CANCELADA', invoice.id);
    await post(`/api/admin/invoices/${invoice.id}/cancel`).expect(200);
    await sweep();
    await expect(readOutcome(kept)).resolves.toBe('FALHA');
    await expect(readOutcome(cancelled)).resolves.toBe('SUCESSO');
  });

  it('ends with a subscription', async () => {
    const client = new SubscriptionsClient(shop);
    const { id } = await client.subscribe();
    const entry = await begin('ASSINATURA_CANCELADA', id);
    await post(`/api/subscriptions/${id}/cancel`).expect(200);
    await sweep();
    await expect(readOutcome(entry)).resolves.toBe('SUCESSO');
  });

  it('is a failure if no refund was stored', async () => {
    const { txid } = await openOrder();
    const endToEndId = await pay(txid);
    const entry = await begin('PAGAMENTO_DEVOLVIDO', endToEndId);
    await post(`/api/admin/payments/${endToEndId}/refunds`).send({ valor: '1.00' }).expect(201);
    await sweep();
    await expect(readOutcome(entry)).resolves.toBe('FALHA');
  });
});
