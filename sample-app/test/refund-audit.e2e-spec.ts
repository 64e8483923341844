import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PixRecebidosService } from 'nestjs-pix';
import request from 'supertest';
import type { AuditView } from '../src/backoffice/audit/audit.view.js';
import { RefundsService } from '../src/refunds/refunds.service.js';
import { logIn } from './support/log-in.js';
import { ONE_SHIRT, openShop, type Shop } from './support/open-shop.js';

describe('the audit trail of a refund', () => {
  let shop: Shop;
  let cookie: string;
  beforeAll(async () => {
    shop = await openShop('express');
    cookie = await logIn(shop.url);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => shop.close());

  const post = (path: string) => request(shop.url).post(`/api/admin/${path}`).set('cookie', cookie);
  const get = async (path: string) =>
    (await request(shop.url).get(`/api/admin/${path}`).set('cookie', cookie).expect(200)).body;
  const readTrail = async (endToEndId: string) =>
    ((await get(`audit?busca=${endToEndId}`)).itens as AuditView[]).map(
      ({ resultado, detalhe }) => `${resultado} ${detalhe ?? ''}`,
    );

  /** A payment of 37.00, or of another amount, which is a task then. */
  async function paid(valor?: string): Promise<string> {
    const { body } = await request(shop.url).post('/api/orders').send(ONE_SHIRT).expect(201);
    const { control } = shop.provider.simulator;
    const change = valor === undefined ? {} : { valor };
    const { endToEndId } = await control.pay(body.txid as string, { ...change, force: true });
    await control.idle();
    return endToEndId;
  }

  /** The bank answers no request for a refund, and shows it as it is told to. */
  function leaveUnknown(): (endToEndId: string, status: string) => Promise<void> {
    const pix = shop.app.get(PixRecebidosService);
    jest.spyOn(pix, 'refund').mockRejectedValue(new Error('no response'));
    const refunds = shop.app.get(RefundsService, { strict: false });
    return async (endToEndId, status) => {
      const { refunds: made } = await refunds.get(endToEndId);
      const { id, valor } = made.at(-1)!;
      const horario = { solicitacao: new Date().toISOString() };
      await refunds.report(endToEndId, { id, rtrId: 'D1', valor, status, horario });
    };
  }

  it.each([
    ['DEVOLVIDO', 'SUCESSO 10.00'],
    ['NAO_REALIZADO', 'FALHA 10.00'],
  ])('ends when the bank shows %s, for the request and its repeat', async (status, outcome) => {
    const endToEndId = await paid();
    const show = leaveUnknown();
    const key = `refund-of-${endToEndId}`.slice(0, 64);
    const send = () =>
      post(`payments/${endToEndId}/refunds`).set('Idempotency-Key', key).send({ valor: '10.00' });
    await send().expect(201);
    await send().expect(201);
    await expect(readTrail(endToEndId)).resolves.toEqual([
      'DESCONHECIDO 10.00',
      'DESCONHECIDO 10.00',
    ]);
    await show(endToEndId, status);
    await expect(readTrail(endToEndId)).resolves.toEqual([outcome, outcome]);
  });

  it('ends for two people who refund one task', async () => {
    const endToEndId = await paid('36.99');
    const show = leaveUnknown();
    await post(`tasks/${endToEndId}/refund`).expect(200);
    await post(`tasks/${endToEndId}/refund`).expect(200);
    await show(endToEndId, 'DEVOLVIDO');
    await expect(readTrail(endToEndId)).resolves.toEqual(['SUCESSO 36.99', 'SUCESSO 36.99']);
  });

  it('keeps the outcome of a refund when another one of the payment ends', async () => {
    const endToEndId = await paid();
    const show = leaveUnknown();
    await post(`payments/${endToEndId}/refunds`).send({ valor: '10.00' }).expect(201);
    await show(endToEndId, 'NAO_REALIZADO');
    await post(`payments/${endToEndId}/refunds`).send({ valor: '11.00' }).expect(201);
    await show(endToEndId, 'DEVOLVIDO');
    await expect(readTrail(endToEndId)).resolves.toEqual(['SUCESSO 11.00', 'FALHA 10.00']);
  });

  it('stays a failure for a request that used the key of a refund for another one', async () => {
    const endToEndId = await paid();
    const show = leaveUnknown();
    const send = (valor: string) =>
      post(`payments/${endToEndId}/refunds`)
        .set('Idempotency-Key', `other-${endToEndId}`.slice(0, 64))
        .send({ valor });
    await send('10.00').expect(201);
    await send('7.00').expect(422);
    await show(endToEndId, 'DEVOLVIDO');
    await expect(readTrail(endToEndId)).resolves.toEqual(['FALHA ', 'SUCESSO 10.00']);
  });

  it('is a success, as the refund, if the bank made it after it was refused', async () => {
    const endToEndId = await paid();
    const show = leaveUnknown();
    await post(`payments/${endToEndId}/refunds`).send({ valor: '37.00' }).expect(201);
    await show(endToEndId, 'NAO_REALIZADO');
    await show(endToEndId, 'DEVOLVIDO');
    // What is older than the stored outcome changes nothing.
    await show(endToEndId, 'NAO_REALIZADO');
    await expect(get(`payments/${endToEndId}/refunds`)).resolves.toMatchObject({
      restante: '0.00',
      devolucoes: [{ status: 'DEVOLVIDA', valor: '37.00', erro: null }],
    });
    await expect(readTrail(endToEndId)).resolves.toEqual(['SUCESSO 37.00']);
    await post(`payments/${endToEndId}/refunds`).send({ valor: '0.01' }).expect(409);
  });
});
