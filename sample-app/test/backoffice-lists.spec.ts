import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BadRequestException } from '@nestjs/common';
import type { OrderRowView } from '../src/backoffice/orders/admin-order.view.js';
import { OrderList } from '../src/backoffice/orders/order-list.js';
import {
  resolvePeriod,
  StatisticsService,
} from '../src/backoffice/statistics/statistics.service.js';
import {
  orders,
  payments,
  refunds,
  subscriptionCharges,
  subscriptions,
  type OrderStatus,
} from '../src/database/schema.js';
import { RefundsRepository } from '../src/refunds/refunds.repository.js';
import { OrdersFixture } from './support/orders-fixture.js';

/** 03:00 UTC is midnight in São Paulo. */
const MIDNIGHT = Date.parse('2026-03-10T03:00:00.000Z');
const at = (minutes: number) => new Date(MIDNIGHT + minutes * 60_000);

describe('list of orders', () => {
  let fixture: OrdersFixture;
  let list: OrderList;
  beforeAll(async () => {
    fixture = await OrdersFixture.open();
    list = new OrderList(fixture.database, new RefundsRepository(fixture.database));
  });
  afterAll(() => fixture.close());

  const insert = async (criadoEm: Date, status: OrderStatus = 'PENDENTE', change = {}) => {
    const id = randomUUID();
    const [row] = await fixture.database.orm
      .insert(orders)
      .values({
        id,
        txid: id.replaceAll('-', ''),
        descricao: '1x Camiseta Ipê',
        valor: '37.00',
        criadoEm,
        expiraEm: at(999),
        status,
        ...change,
      })
      .returning();
    return row!;
  };
  const pay = (id: string, horario: Date, valor: string, situacao: 'APLICADO' | 'REPETIDO') =>
    fixture.database.orm.insert(payments).values({
      endToEndId: `E${randomUUID().replaceAll('-', '').slice(1)}`,
      txid: 't',
      orderId: id,
      valor,
      horario,
      situacao,
    });
  /** Refunds every payment in full. */
  const refundAll = async (concluidaEm: Date) => {
    const { orm } = fixture.database;
    for (const { endToEndId, valor } of await orm.select().from(payments)) {
      const id = randomUUID().replaceAll('-', '');
      await orm.insert(refunds).values({ id, endToEndId, valor, status: 'DEVOLVIDA', concluidaEm });
    }
  };
  const subscribe = async (pagaEm: Date, status: 'PAGA' | 'NAO_PAGA', valor: string) => {
    const { orm } = fixture.database;
    const subscriptionId = randomUUID();
    const txid = subscriptionId.replaceAll('-', '');
    await orm.insert(subscriptions).values({
      id: subscriptionId,
      contrato: txid,
      plano: 'cafe-250',
      valor,
      nome: 'Maria da Silva',
      cpf: '52998224725',
      jornada: 'JORNADA_2',
      dataInicial: '2026-03-10',
      criadoEm: at(0),
      aprovarAte: at(0),
    });
    const id = randomUUID();
    await orm.insert(subscriptionCharges).values({
      id,
      subscriptionId,
      competencia: '2026-03',
      tipo: 'RECORRENTE',
      txid,
      valor,
      vencimento: '2026-03-10',
      status,
      endToEndId: `E${txid.slice(1)}`,
      pagaEm: status === 'PAGA' ? pagaEm : null,
    });
    if (status !== 'PAGA') return;
    await orm.insert(payments).values({
      endToEndId: `E${txid.slice(1)}`,
      txid,
      subscriptionChargeId: id,
      valor,
      horario: pagaEm,
      situacao: 'APLICADO',
    });
  };
  const ids = (rows: readonly OrderRowView[]) => rows.map(({ id }) => id);

  it('reads every row once, newest first, also when rows of one instant span pages and others arrive', async () => {
    await fixture.reset();
    const rows = [];
    for (const minute of [1, 1, 1, 1, 2, 3, 3]) rows.push(await insert(at(minute)));
    const expected = rows
      .sort((a, b) => b.criadoEm.getTime() - a.criadoEm.getTime() || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
    const found: string[] = [];
    let depois: string | undefined;
    do {
      const page = await list.page({ limite: 2, ...(depois !== undefined && { depois }) });
      found.push(...ids(page.itens));
      depois = page.proxima ?? undefined;
      await insert(at(60));
    } while (depois !== undefined);
    expect(found).toEqual(expected);
    const all: OrderRowView[] = [];
    for await (const row of list.all({ ate: '2026-03-10' })) all.push(row);
    expect(all).toHaveLength(11);
  });

  it('has no next page after a full last one', async () => {
    await fixture.reset();
    await insert(at(1));
    await insert(at(2));
    const page = await list.page({ limite: 2 });
    expect(page.itens).toHaveLength(2);
    expect(page.proxima).toBeNull();
  });

  it('filters by status, and by days of São Paulo', async () => {
    await fixture.reset();
    const before = await insert(at(-1));
    const first = await insert(at(0));
    const last = await insert(at(24 * 60 - 1), 'EXPIRADO');
    const after = await insert(at(24 * 60));
    const read = async (query: object) => ids((await list.page(query)).itens);
    await expect(read({ de: '2026-03-10', ate: '2026-03-10' })).resolves.toEqual([
      last.id,
      first.id,
    ]);
    await expect(read({ de: '2026-03-11' })).resolves.toEqual([after.id]);
    await expect(read({ ate: '2026-03-09' })).resolves.toEqual([before.id]);
    await expect(read({ status: 'EXPIRADO' })).resolves.toEqual([last.id]);
    await expect(list.page({ status: 'QUALQUER' })).rejects.toThrow(BadRequestException);
    expect(() => list.all({ status: 'QUALQUER' })).toThrow(BadRequestException);
  });

  it('searches by identifiers and description, where % and _ have no meaning', async () => {
    await fixture.reset();
    const order = await insert(at(1), 'PAGO', { descricao: '2x Café 100% Arábica' });
    await insert(at(2));
    await pay(order.id, at(3), '37.00', 'APLICADO');
    const [payment] = await fixture.database.orm.select().from(payments);
    const { id, txid } = order;
    for (const busca of [id, id.toUpperCase(), txid, payment!.endToEndId, '100%', ' arábica ']) {
      expect(ids((await list.page({ busca })).itens)).toEqual([id]);
    }
    for (const busca of ['_', '100_', "' OR 1=1 --", 'nada']) {
      expect((await list.page({ busca })).itens).toEqual([]);
    }
  });

  it.each(['x', '1~2', 'zzzzzzzzzz~1', `1~${randomUUID()}~1`, "1~' OR 1=1"])(
    'refuses the place %s',
    async (depois) => {
      await expect(list.page({ depois })).rejects.toThrow(BadRequestException);
    },
  );

  it('sums revenue by day of the payment, and counts conversion by day of the order', async () => {
    await fixture.reset();
    const paid = await insert(at(-1), 'PAGO', { pagoEm: at(1) });
    await insert(at(-2), 'EXPIRADO');
    await insert(at(-3), 'CANCELADO');
    await insert(at(0));
    await pay(paid.id, at(1), '37.10', 'APLICADO');
    await pay(paid.id, at(2), '1000000000.20', 'APLICADO');
    await pay(paid.id, at(3), '37.00', 'REPETIDO');
    await refundAll(at(1441));
    await subscribe(at(2), 'PAGA', '34.90');
    await subscribe(at(3), 'NAO_PAGA', '62.90');
    const statistics = new StatisticsService(fixture.database);
    const period = { de: '2026-03-09', ate: '2026-03-11' };
    await expect(statistics.read(period)).resolves.toEqual({
      ...period,
      dias: [
        {
          dia: '2026-03-09',
          criados: 3,
          pagos: 1,
          conversao: '0.3333',
          receita: '0.00',
          devolvido: '0.00',
        },
        {
          dia: '2026-03-10',
          criados: 1,
          pagos: 0,
          conversao: '0.0000',
          receita: '1000000072.20',
          devolvido: '0.00',
        },
        {
          dia: '2026-03-11',
          criados: 0,
          pagos: 0,
          conversao: null,
          receita: '0.00',
          devolvido: '1000000037.30',
        },
      ],
      total: {
        criados: 4,
        pagos: 1,
        conversao: '0.2500',
        receita: '1000000072.20',
        devolvido: '1000000037.30',
      },
    });
  });
});

describe('period of the numbers', () => {
  it('is 30 days until today in São Paulo by default', () => {
    const now = new Date(MIDNIGHT - 1);
    expect(resolvePeriod({}, now)).toEqual({ de: '2026-02-08', ate: '2026-03-09' });
    expect(resolvePeriod({ ate: '2026-01-30' }, now)).toEqual({
      de: '2026-01-01',
      ate: '2026-01-30',
    });
  });

  it.each([
    { de: '2026-03-11', ate: '2026-03-10' },
    { de: '2025-03-09', ate: '2026-03-10' },
  ])('refuses %j', (period) => {
    expect(() => resolvePeriod(period, at(0))).toThrow(BadRequestException);
  });
});
