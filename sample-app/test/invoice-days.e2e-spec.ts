import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { addDays, startOfDay, toDay } from '../src/invoices/brazilian-day.js';
import type { InvoiceRowView } from '../src/invoices/invoice.view.js';
import { advanceDate } from './support/advance-date.js';
import { logIn } from './support/log-in.js';
import { openShop, type Shop } from './support/open-shop.js';

const today = toDay(new Date());

/** Returns the first day with this weekday after 10 August, a month without holidays of all Brazil. */
function findDay(weekday: number): string {
  const year = Number(today.slice(0, 4)) + (today < `${today.slice(0, 4)}-08-01` ? 0 : 1);
  let day = `${year}-08-10`;
  while (new Date(`${day}T12:00:00Z`).getUTCDay() !== weekday) day = addDays(day, 1);
  return day;
}
const TUESDAY = findDay(2);
const SATURDAY = findDay(6);

/** What the page says, what the bank charges and what the shop records are the same on every day. */
describe('an invoice of 1234.57 by day', () => {
  let shop: Shop;
  let cookie: string;
  beforeAll(async () => {
    shop = await openShop('express');
    cookie = await logIn(shop.url);
  });
  afterAll(() => shop.close());

  async function create(vencimento: string): Promise<InvoiceRowView> {
    const { body } = await request(shop.url)
      .post('/api/admin/invoices')
      .set('cookie', cookie)
      .send({
        nome: 'Maria da Silva',
        cpfCnpj: '52998224725',
        descricao: 'Mensalidade',
        valor: '1234.57',
        vencimento,
        diasAposVencimento: 4,
        multaPercentual: '2.00',
        jurosPercentualMes: '1.00',
        descontoPercentual: '5.55',
        descontoAte: addDays(vencimento, -2),
      })
      .expect(201);
    return body as InvoiceRowView;
  }

  it.each([
    ['on the last day of the discount', TUESDAY, -2, '1166.05'],
    ['on the day after the discount', TUESDAY, -1, '1234.57'],
    ['on the due date', TUESDAY, 0, '1234.57'],
    ['on the day after it, with fine and interest', TUESDAY, 1, '1259.67'],
    ['two days after it', TUESDAY, 2, '1260.08'],
    ['on a due date that is a Saturday', SATURDAY, 0, '1234.57'],
    ['on the Sunday after it', SATURDAY, 1, '1234.57'],
    ['on the last day of payment', SATURDAY, 4, '1260.08'],
  ])('%s', async (_, due, days, total) => {
    const { control } = shop.provider.simulator;
    const { id, txid } = await create(due);
    control.clock.advance((Date.parse(addDays(due, days)) - Date.parse(today)) / 1000);
    try {
      const shown = await request(shop.url).get(`/api/invoices/${id}/today`).expect(200);
      expect(shown.body).toMatchObject({ dia: addDays(due, days), total });
      await expect(control.pay(txid)).resolves.toMatchObject({ valor: total });
      await control.idle();
    } finally {
      control.clock.reset();
    }
    const page = await request(shop.url).get(`/api/invoices/${id}`).expect(200);
    expect(page.body).toMatchObject({ status: 'PAGO', valorPago: total });
    const office = await request(shop.url).get(`/api/admin/invoices/${id}`).set('cookie', cookie);
    expect(office.body.pagamentos).toMatchObject([{ valor: total, situacao: 'APLICADO' }]);
  });

  it('is not said to be open after its last day', async () => {
    const due = addDays(today, 2);
    const { id } = await create(due);
    const read = async () => {
      const { body } = await request(shop.url)
        .get(`/api/admin/invoices?busca=${id}`)
        .set('cookie', cookie)
        .expect(200);
      return (body.itens as InvoiceRowView[])[0];
    };
    const [last, expiry] = [addDays(due, 4), addDays(due, 15)];
    const row = { status: 'PENDENTE', ultimoDia: last, expiraNoDia: expiry };
    const endOfLast = startOfDay(expiry).getTime() - 10 * 86_400_000;
    const show = async (instant: number) => {
      jest.useRealTimers();
      advanceDate(instant - Date.now());
      cookie = await logIn(shop.url);
      return read();
    };
    try {
      expect(await show(endOfLast - 5_000)).toMatchObject({ ...row, prazoAcabou: false });
      expect(await show(endOfLast)).toMatchObject({ ...row, prazoAcabou: true });
    } finally {
      jest.useRealTimers();
    }
  });
});
