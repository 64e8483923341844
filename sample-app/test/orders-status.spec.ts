import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type NewOrder, ORDER_STATUSES } from '../src/database/schema.js';
import { TRANSITIONS } from '../src/transitions/order-status.js';
import { OrdersFixture } from './support/orders-fixture.js';

const NOON = new Date('2026-03-10T12:00:00.000Z');
const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000);
const unique = () => randomUUID().replaceAll('-', '');

let fixture: OrdersFixture;
beforeAll(async () => {
  fixture = await OrdersFixture.open();
});
beforeEach(() => fixture.reset());
afterAll(() => fixture.close());

const newOrder = (
  status: NewOrder['status'],
  expiraEm = minutes(60),
  change: Partial<NewOrder> = {},
) => fixture.insert({ status, criadoEm: NOON, expiraEm, ...change });

describe('status of an order', () => {
  const changes = {
    PENDENTE: (id: string) =>
      fixture.repository.confirm(id, { pixCopiaECola: '00020126', expiraEm: minutes(10) }),
    CANCELANDO: (id: string) => fixture.repository.beginCancel(id, 'teste'),
    CANCELADO: (id: string) => fixture.repository.cancel(id),
    EXPIRADO: (id: string) => fixture.repository.expire(id),
  } as const;
  const cases = ORDER_STATUSES.flatMap((de) =>
    Object.keys(changes).map((para) => [de, para as keyof typeof changes] as const),
  ).filter(([de, para]) => de !== para && `${de} ${para}` !== 'CANCELANDO PENDENTE');

  it.each(cases)(
    'changes from %s to %s only if that is allowed, and is recorded',
    async (de, para) => {
      const order = await newOrder(de);
      const isAllowed = TRANSITIONS[para].includes(de);
      const changed = await changes[para](order.id);
      expect(changed?.status).toBe(isAllowed ? para : undefined);
      await expect(fixture.readStatus(order)).resolves.toBe(isAllowed ? para : de);
      await expect(fixture.readTransitions(order)).resolves.toEqual([
        `→ ${de}`,
        ...(isAllowed ? [`${de} → ${para}`] : []),
      ]);
    },
  );

  it('changes once when several requests change it at the same time', async () => {
    const order = await newOrder('PENDENTE');
    const { repository } = fixture;
    const changed = await Promise.all([
      repository.cancel(order.id),
      repository.expire(order.id),
      repository.cancel(order.id),
    ]);
    expect(changed.filter(Boolean)).toHaveLength(1);
    await expect(fixture.readTransitions(order)).resolves.toHaveLength(2);
  });

  it('stays CANCELANDO when its charge is read, and becomes PENDENTE when the bank refuses', async () => {
    const order = await newOrder('CANCELANDO');
    await changes.PENDENTE(order.id);
    await expect(fixture.repository.find(order.id)).resolves.toMatchObject({
      status: 'CANCELANDO',
      expiraEm: minutes(10),
    });
    await fixture.repository.endCancel(order.id);
    await expect(fixture.readStatus(order)).resolves.toBe('PENDENTE');
  });

  it('of a refused charge is CANCELADO, and frees the idempotency key', async () => {
    const order = await newOrder('CRIANDO', NOON, { chaveIdempotencia: unique() });
    await expect(fixture.repository.refuse(order.id)).resolves.toMatchObject({
      status: 'CANCELADO',
      chaveIdempotencia: null,
    });
  });
});

describe('open order', () => {
  it('is scheduled for its expiry, then the next one', async () => {
    const { repository } = fixture;
    await newOrder('CRIANDO', minutes(1));
    await newOrder('CANCELANDO', minutes(2));
    await newOrder('PAGO', minutes(1));
    await expect(repository.nextExpiry(NOON)).resolves.toEqual(minutes(1));
    await expect(repository.nextExpiry(minutes(1))).resolves.toEqual(minutes(2));
    await expect(repository.nextExpiry(minutes(2))).resolves.toBeUndefined();
  });

  it('is unsettled after its expiry, while it is created, and while it is cancelled', async () => {
    const due = await newOrder('PENDENTE', minutes(1));
    const opening = await newOrder('CRIANDO', minutes(9));
    const cancelling = await newOrder('CANCELANDO', minutes(9));
    await newOrder('PENDENTE', minutes(9));
    await newOrder('PAGO', minutes(1), { pixCopiaECola: null });
    const unsettledAt = async (now: Date) =>
      (await fixture.repository.unsettled(now)).map(({ id }) => id).sort();
    const always = [opening.id, cancelling.id];
    await expect(unsettledAt(new Date(due.expiraEm.getTime() - 1))).resolves.toEqual(always.sort());
    await expect(unsettledAt(due.expiraEm)).resolves.toEqual([...always, due.id].sort());
  });

  it('keeps its amount exact', async () => {
    const { id } = await newOrder('PENDENTE', minutes(1), { valor: '9999999999.99' });
    await expect(fixture.repository.find(id)).resolves.toMatchObject({ valor: '9999999999.99' });
  });
});

describe('idempotency key', () => {
  it('belongs to one order, until its charge is refused', async () => {
    const chaveIdempotencia = unique();
    const repeat = () =>
      fixture.repository.insert({
        id: randomUUID(),
        txid: unique(),
        descricao: 'Camiseta',
        valor: '37.00',
        criadoEm: NOON,
        expiraEm: NOON,
        chaveIdempotencia,
      });
    const first = await repeat();
    await expect(repeat()).resolves.toBeUndefined();
    await expect(fixture.repository.findByKey(chaveIdempotencia)).resolves.toMatchObject({
      id: first!.id,
    });
    await fixture.repository.refuse(first!.id);
    await expect(fixture.repository.findByKey(chaveIdempotencia)).resolves.toBeUndefined();
    await expect(repeat()).resolves.toMatchObject({ chaveIdempotencia });
  });
});
