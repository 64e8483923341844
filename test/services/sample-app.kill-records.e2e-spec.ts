import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPixClient, type PixClient } from 'nestjs-pix';
import request from 'supertest';
import { addDays, toDay } from '../../sample-app/src/invoices/brazilian-day.js';
import { ONE_SHIRT } from '../../sample-app/test/support/open-shop.js';
import { SMALL_PLAN } from '../../sample-app/test/support/subscriptions-client.js';
import { KilledShop } from './support/killed-shop.js';
import { waitUntil } from './support/wait-until.js';

const MOMENTS = ['before', 'after'] as const;

/** Kills the shop in the middle of what takes several requests to the bank. Afterwards, the bank and the shop say the same. */
describe('shop that is killed', () => {
  let shop: KilledShop;
  let client: PixClient;
  beforeAll(async () => {
    shop = await KilledShop.open();
    client = await createPixClient({ ...shop.bank.moduleOptions, features: ['pix-automatico'] });
  });
  afterAll(async () => {
    await client.close();
    await shop.close();
  });

  const post = (path: string, cookie = '') =>
    request(shop.url).post(path).set('cookie', cookie).set('connection', 'close');
  const read = async (sql: string, ...values: unknown[]) =>
    (await shop.database.query(sql, values)).rows as Record<string, string>[];

  /** Waits until the query returns these rows, which the shop reaches by itself. */
  const shows = async (rows: object[], sql: string, ...values: unknown[]) => {
    await waitUntil(
      async () => JSON.stringify(await read(sql, ...values)) === JSON.stringify(rows),
      100,
    );
  };

  const subscriptionStatus = 'SELECT status FROM subscriptions WHERE id = $1';
  const chargeStatus = 'SELECT status FROM subscription_charges WHERE subscription_id = $1';

  async function subscribe(jornada = 'JORNADA_2') {
    const { body } = await post('/api/subscriptions')
      .send({ ...SMALL_PLAN, jornada })
      .expect(201);
    return body as { id: string; idRec: string };
  }

  it.each(MOMENTS)(
    '%s a part of a payment is refunded: once, and the trail knows',
    async (when) => {
      const { body } = await post('/api/orders').send(ONE_SHIRT).expect(201);
      const { endToEndId } = await shop.bank.control.pay(body.txid as string);
      await shows([{ status: 'PAGO' }], 'SELECT status FROM orders WHERE id = $1', body.id);
      const cookie = await shop.logIn();
      await shop.killDuring('PUT /pix/{e2eid}/devolucao/{id}', when, () =>
        post(`/api/admin/payments/${endToEndId}/refunds`, cookie).send({ valor: '10.00' }).then(),
      );
      await shows(
        [{ status: 'DEVOLVIDA', valor: '10.00' }],
        'SELECT status, valor FROM refunds WHERE end_to_end_id = $1',
        endToEndId,
      );
      await shows(
        [{ resultado: 'SUCESSO', detalhe: '10.00' }],
        'SELECT resultado, detalhe FROM admin_audit WHERE alvo = $1',
        endToEndId,
      );
      const { devolucoes } = await client.recebidos.get(endToEndId);
      expect(devolucoes).toMatchObject([{ valor: '10.00', status: 'DEVOLVIDO' }]);
    },
  );

  it.each([
    ['JORNADA_2', 'after', 'POST /rec'],
    ['JORNADA_2', 'before', 'GET /rec/{idRec}'],
    ['JORNADA_3', 'after', 'PUT /cob/{txid}'],
    ['JORNADA_3', 'after', 'POST /rec'],
  ] as const)(
    '%s, %s %s: the subscription has one recurrence',
    async (jornada, when, operation) => {
      await shop.killDuring(operation, when, () => subscribe(jornada));
      const [{ id = '', contrato } = {}] = await read(
        'SELECT id, contrato FROM subscriptions ORDER BY criado_em DESC LIMIT 1',
      );
      await shows([{ status: 'AGUARDANDO_APROVACAO' }], subscriptionStatus, id);
      const inicio = new Date(Date.now() - 3_600_000);
      const own: string[] = [];
      for await (const rec of client.rec.iterate({ inicio, fim: new Date(Date.now() + 60_000) })) {
        if (rec.vinculo.contrato === contrato) own.push(rec.idRec);
      }
      expect(own).toHaveLength(1);
    },
  );

  it.each(MOMENTS)('%s the charge of a month is created: there is one', async (when) => {
    const { id, idRec } = await subscribe();
    await shop.killDuring('PUT /cobr/{txid}', when, () => shop.bank.control.approve(idRec));
    await shows([{ status: 'AGENDADA' }], chargeStatus, id);
    const [{ txid = '' } = {}] = await read(
      'SELECT txid FROM subscription_charges WHERE subscription_id = $1',
      id,
    );
    await expect(client.cobR.get(txid)).resolves.toMatchObject({
      idRec,
      valor: { original: '34.90' },
    });
    // The bank orders the attempt a moment after it has the charge.
    await waitUntil(async () => (await client.cobR.get(txid)).status === 'ATIVA');
    await shop.bank.control.settleAttempt(txid, 'PAGA');
    await shows([{ status: 'PAGA' }], chargeStatus, id);
    await shows(
      [{ valor: '34.90', situacao: 'APLICADO' }],
      'SELECT valor, situacao FROM payments WHERE txid = $1',
      txid,
    );
  });

  it.each([
    ['before', 'PATCH /rec/{idRec}'],
    ['after', 'PATCH /rec/{idRec}'],
    ['before', 'GET /rec/{idRec}'],
  ] as const)('%s %s of a cancellation: nothing is charged', async (when, operation) => {
    const { id, idRec } = await subscribe();
    await shop.bank.control.approve(idRec);
    await shows([{ status: 'AGENDADA' }], chargeStatus, id);
    await shop.killDuring(operation, when, () => post(`/api/subscriptions/${id}/cancel`).then());
    await shows([{ status: 'CANCELADA' }], subscriptionStatus, id);
    await shows([{ status: 'CANCELADA' }], chargeStatus, id);
    await expect(client.rec.get(idRec)).resolves.toMatchObject({ status: 'CANCELADA' });
  });

  it.each([
    ['before', 'PUT /lotecobv/{id}'],
    ['after', 'PUT /lotecobv/{id}'],
    ['before', 'GET /lotecobv/{id}'],
    ['before', 'GET /cobv/{txid}'],
  ] as const)('%s %s of a batch: each row is one invoice', async (when, operation) => {
    const rows = Array.from(
      { length: 12 },
      (_, row) =>
        `Cliente ${row};52998224725;1,${String(row).padStart(2, '0')};${addDays(toDay(new Date()), 5)};Curso`,
    );
    const cookie = await shop.logIn();
    const arquivo = `${when} ${operation}`;
    const conteudo = ['nome;cpfCnpj;valor;vencimento;descricao', ...rows].join('\n');
    await shop.killDuring(operation, when, () =>
      post('/api/admin/invoice-batches', cookie)
        .set('Idempotency-Key', `${arquivo}-0000000000`.replace(/\W/g, '-'))
        .send({ arquivo, conteudo })
        .then(),
    );
    const ofBatch = `FROM invoices i JOIN invoice_lotes l ON l.id = i.lote_id JOIN invoice_batches b ON b.id = l.batch_id WHERE b.arquivo = $1`;
    await shows(
      [{ status: 'PENDENTE', count: 12 }],
      `SELECT status, count(*)::int ${ofBatch} GROUP BY status`,
      arquivo,
    );
    for (const { txid = '', valor } of await read(
      `SELECT txid, valor ${ofBatch} ORDER BY linha LIMIT 5`,
      arquivo,
    )) {
      await expect(client.cobV.get(txid)).resolves.toMatchObject({ valor: { original: valor } });
    }
  });
});
