import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPixClient, type PixClient } from 'nestjs-pix';
import request from 'supertest';
import { toDay } from '../../sample-app/src/invoices/brazilian-day.js';
import { ShopProcess } from '../../sample-app/test/browser/shop-process.js';
import { openServices, type Services } from '../../sample-app/test/load/services.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../../sample-app/test/support/bank-environment.js';
import { logIn } from '../../sample-app/test/support/log-in.js';
import { ONE_SHIRT } from '../../sample-app/test/support/open-shop.js';
import {
  openSimulatedBank,
  type SimulatedBank,
} from '../../sample-app/test/support/simulated-bank.js';
import { waitUntil } from './support/wait-until.js';

interface Order {
  readonly id: string;
  readonly txid: string;
}

/** Two processes do the same at the same time. Afterwards, the bank and the shop say the same. */
describe('two processes of a shop at once', () => {
  let services: Services;
  let bank: SimulatedBank;
  let client: PixClient;
  let shops: readonly ShopProcess[];
  let cookie: string;

  beforeAll(async () => {
    services = await openServices();
    bank = await openSimulatedBank();
    client = await createPixClient(bank.simulator.moduleOptions);
    const texts = Object.entries(bank.environment.variables).filter(([, value]) => value);
    const start = (variables: Readonly<Record<string, string>> = {}) =>
      ShopProcess.start(
        {
          ...(Object.fromEntries(texts) as Record<string, string>),
          PIX_TIMEOUT: '30',
          DATABASE_URL: services.databaseUrl,
          REQUESTS_PER_MINUTE: '1000000',
          ...variables,
        },
        ['--import', './test/support/register-typescript.js', 'sample-app/src/main.ts'],
      );
    shops = await Promise.all([start(), start({ PIX_WEBHOOK_PORT: '0' })]);
    cookie = await logIn(shops[0]!.url, { email: ADMIN_EMAIL, senha: ADMIN_PASSWORD });
  });
  afterAll(async () => {
    await Promise.all(shops.map((shop) => shop.stop('SIGKILL')));
    await client.close();
    await bank.close();
    await services.close();
  });

  const post = (shop: ShopProcess, path: string) =>
    request(shop.url).post(path).set('cookie', cookie);
  const inBoth = <T>(act: (shop: ShopProcess) => Promise<T>) => Promise.all(shops.map(act));
  const order = async () =>
    (await post(shops[0]!, '/api/orders').send(ONE_SHIRT).expect(201)).body as Order;
  const status = async ({ id }: Order) =>
    (await request(shops[1]!.url).get(`/api/orders/${id}`)).body.status as string;

  it('cancel and pay one order: it is either', async () => {
    for (let round = 0; round < 8; round += 1) {
      const raced = await order();
      const pay = bank.simulator.control.pay(raced.txid).then(
        () => true,
        () => false,
      );
      const [isPaid] = await Promise.all([
        pay,
        inBoth((shop) => post(shop, `/api/orders/${raced.id}/cancel`).then()),
      ]);
      const expected = isPaid ? 'PAGO' : 'CANCELADO';
      await waitUntil(async () => (await status(raced)) === expected);
      const charge = await client.cob.get(raced.txid);
      expect(charge.status).toBe(isPaid ? 'CONCLUIDA' : 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
    }
  });

  it('refund one payment in full: it is refunded once', async () => {
    const paid = await order();
    const { endToEndId } = await bank.simulator.control.pay(paid.txid);
    await waitUntil(async () => (await status(paid)) === 'PAGO');
    const path = `/api/admin/payments/${endToEndId}/refunds`;
    const answers = await Promise.all(
      [...shops, ...shops].map((shop) => post(shop, path).send({ valor: '30.00' }).then()),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
    await waitUntil(async () => {
      const { devolucoes = [] } = await client.recebidos.get(endToEndId);
      return devolucoes[0]?.status === 'DEVOLVIDO';
    });
    const { devolucoes } = await client.recebidos.get(endToEndId);
    expect(devolucoes).toMatchObject([{ valor: '30.00' }]);
    const sql = 'SELECT count(*)::int AS refunds FROM refunds WHERE end_to_end_id = $1';
    const { rows } = await services.database.query(sql, [endToEndId]);
    expect(rows).toEqual([{ refunds: 1 }]);
  });

  it('upload one file: it is one batch, and each row one invoice', async () => {
    const day = toDay(new Date());
    const lines = [1, 2, 3].map((row) => `Cliente ${row};52998224725;10,00;${day};Curso`);
    const file = {
      arquivo: 'a.csv',
      conteudo: ['nome;cpfCnpj;valor;vencimento;descricao', ...lines].join('\n'),
    };
    const answers = await inBoth((shop) =>
      post(shop, '/api/admin/invoice-batches').send(file).expect(202),
    );
    expect(new Set(answers.map(({ body }) => body.id as string)).size).toBe(1);
    const sql = `SELECT txid FROM invoices WHERE status = 'PENDENTE'`;
    await waitUntil(async () => (await services.database.query(sql)).rowCount === 3);
  });
});
