import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LedgerWorld, type LedgerProcess } from './support/ledger-world.js';

let world: LedgerWorld;
let process: LedgerProcess;
const start = new Date(Date.now() - 60_000);
const period = () => ({ inicio: start, fim: new Date(Date.now() + 60_000) });

beforeAll(async () => {
  world = await LedgerWorld.open({ refundDelay: 0 });
  process = world.process();
});
afterAll(() => world.close());

describe('books()', () => {
  it('agree with the bank to the cent, and import what the ledger lacks', async () => {
    const [first, second] = [
      await world.openCharge(process, { valor: '10.01' }),
      await world.openCharge(process, { valor: '20.02' }),
    ];
    const paid = await world.bank.control.pay(first.identifier!);
    const before = await process.ledger.books(period());
    expect(before).toMatchObject({
      received: '10.01',
      refunded: '0.00',
      balance: '10.01',
      bank: '10.01',
      difference: '10.01',
      differences: [{ endToEndId: paid.endToEndId, ledger: undefined, bank: '10.01' }],
    });
    expect(await process.ledger.get(first.id)).toMatchObject({ state: 'paid' });
    const again = await process.ledger.books(period());
    expect(again).toMatchObject({ received: '10.01', difference: '0.00', differences: [] });
    expect(await process.ledger.get(second.id)).toMatchObject({ state: 'open' });
  });

  it('after a restore from a backup, show what the bank has, and bring the charges up to date', async () => {
    const charge = await world.openCharge(process, { valor: '30.03' });
    const backup = await world.database.dumpDataDir('none');
    const pix = await world.bank.control.pay(charge.identifier!);
    await world.client.recebidos.refund(pix.endToEndId, 'r1', { valor: '0.03' });
    const restored = await LedgerWorld.restore(backup, world);
    try {
      const own = restored.process();
      const books = await own.ledger.books(period());
      expect(books.difference).toBe('30.00');
      expect(books.differences).toMatchObject([
        { endToEndId: pix.endToEndId, refundId: undefined, bank: '30.03' },
        { endToEndId: pix.endToEndId, refundId: 'r1', bank: '0.03' },
      ]);
      expect(await own.ledger.get(charge.id)).toMatchObject({
        state: 'paid',
        refunds: [{ refundId: 'r1', madeBy: 'bank', state: 'returned' }],
      });
      expect((await own.ledger.books(period())).difference).toBe('0.00');
    } finally {
      await restored.database.close();
    }
  });

  it('show a payment that the bank does not list, and one of another amount', async () => {
    const own = world.process({ account: 'other' });
    await world.rows(`INSERT INTO pix_payment (account, end_to_end_id, valor, horario, meaning)
      VALUES ('other', 'E00000000202611240000aaaaaaaaaaa', 5.00, now(), 'no charge')`);
    const books = await own.ledger.books(period());
    expect(books.differences).toContainEqual({
      endToEndId: 'E00000000202611240000aaaaaaaaaaa',
      refundId: undefined,
      ledger: '5.00',
      bank: undefined,
    });
  });

  it('find a refund that the bank settled later than 90 days after its payment', async () => {
    const own = await LedgerWorld.open({ refundDelay: Infinity });
    const { control } = own.bank;
    const today = Date.now();
    const day = (number: number) => new Date(today + number * 86_400_000);
    const { ledger } = own.process();
    const { identifier } = await own.openCharge(own.process());
    const { endToEndId } = await control.pay(identifier!);
    control.clock.set(day(89.9));
    await own.client.recebidos.refund(endToEndId, 'r1', { valor: '1.00' });
    control.clock.set(day(91.2));
    await control.settleRefund(endToEndId, 'r1');
    await ledger.books({ inicio: day(-1), fim: day(92) });
    const books = await ledger.books({ inicio: day(91.1), fim: day(91.3) });
    expect(books).toMatchObject({ refunded: '1.00', difference: '0.00', differences: [] });
    await own.close();
  });

  it('carry forward what was received and refunded before, and keep apart what is in transit', async () => {
    const own = world.process({ account: 'forward' });
    await world.rows(`INSERT INTO pix_payment (account, end_to_end_id, valor, horario, meaning)
      VALUES ('forward', 'E00000000202001240000aaaaaaaaaaa', 90.10, '2020-01-01', 'full')`);
    await world.rows(`INSERT INTO pix_refund (account, end_to_end_id, refund_id, valor, state, made_by, settled_at)
      VALUES ('forward', 'E00000000202001240000aaaaaaaaaaa', 'a', 40.05, 'returned', 'ledger', '2020-01-02'),
        ('forward', 'E00000000202001240000aaaaaaaaaaa', 'b', 1.00, 'processing', 'ledger', NULL)`);
    const books = await own.ledger.books({
      inicio: '2020-02-01T00:00:00Z',
      fim: '2020-02-02T00:00:00Z',
    });
    expect(books).toMatchObject({
      carriedForward: '50.05',
      received: '0.00',
      balance: '50.05',
      inTransit: '1.00',
    });
  });

  it('are not kept over a list that is shorter than it says', async () => {
    world.bank.control.hostile.set(['short-lists']);
    try {
      await expect(process.ledger.books(period())).rejects.toThrow();
    } finally {
      world.bank.control.hostile.set([]);
    }
  });

  it.each([
    ['time', { horario: 'soon' }],
    ['refund', { devolucoes: [{ id: 'r1', rtrId: 'D1', horario: {}, status: 'DEVOLVIDO' }] }],
  ])(
    'import what can be read, and name what cannot, which becomes a task: %s',
    async (name, change) => {
      const { client } = world;
      const pay = async () => {
        const { txid } = await client.cob.create({
          chave: 'pix@loja.com.br',
          valor: { original: '3.00' },
        });
        return world.bank.control.pay(txid);
      };
      const [bad, good] = [await pay(), await pay()];
      const iterate = async function* (...args: Parameters<typeof client.recebidos.iterate>) {
        for await (const pix of client.recebidos.iterate(...args))
          yield pix.endToEndId === bad.endToEndId ? { ...pix, ...(change as object) } : pix;
      };
      const recebidos = Object.create(client.recebidos, { iterate: { value: iterate } }) as object;
      const hostile = Object.create(client, { recebidos: { value: recebidos } }) as typeof client;
      const own = world.process({ account: `unreadable ${name}`, client: async () => hostile });
      await expect(own.ledger.books(period())).rejects.toThrow(bad.endToEndId);
      const { payments } = await own.ledger.payments();
      expect(payments.map(({ endToEndId }) => endToEndId)).toContain(good.endToEndId);
      expect(await own.ledger.tasks()).toContainEqual(
        expect.objectContaining({ reason: 'unreadable', endToEndId: bad.endToEndId }),
      );
    },
  );

  it('require a period', async () => {
    const wrong = process.ledger.books({
      inicio: '2026-01-02T00:00:00Z',
      fim: '2026-01-01T00:00:00Z',
    });
    await expect(wrong).rejects.toThrow('inicio before fim');
  });
});

describe('forget()', () => {
  it('removes the personal data of one person, and keeps amounts and identifiers', async () => {
    const cpf = '12345678909';
    const id = world.newId();
    const cob = {
      valor: { original: '8.00' },
      calendario: { expiracao: 3600 },
      devedor: { cpf, nome: 'Maria' },
    };
    await world.write(process, (ledger) => ledger.open({ id, cob }));
    expect(await process.ledger.forget({ taxId: cpf })).toEqual({ removed: 0, kept: 1 });
    await process.ledger.ready(id);
    expect(await process.ledger.forget({ taxId: cpf })).toEqual({ removed: 1, kept: 0 });
    for (const table of ['charge', 'command', 'payment', 'refund', 'task', 'history', 'notice']) {
      const rows = JSON.stringify(await world.rows(`SELECT * FROM pix_${table}`));
      expect(rows).not.toContain(cpf);
      expect(rows).not.toContain('Maria');
    }
    // A digest of the body would find a CPF by trying all.
    expect(await world.rows(`SELECT digest FROM pix_charge WHERE id = '${id}'`)).toEqual([
      { digest: '' },
    ]);
    const again = await world.write(process, (ledger) => ledger.open({ id, cob }));
    expect(again).toMatchObject({ state: 'open', valor: '8.00' });
    for (const filter of [{}, { taxId: '123.456.789-09' }])
      await expect(process.ledger.forget(filter)).rejects.toThrow(/requires|only digits/);
  });

  it('removes all bodies of the charges of a person, those that lead to others last', async () => {
    const cpf = '52998224725';
    const [id, other] = [world.newId(), world.newId()];
    const cob = { valor: { original: '8.00' }, devedor: { cpf, nome: 'Rita' } };
    const command = (charge: string, body: object, due = 'NULL') =>
      world.rows(`INSERT INTO pix_command (account, charge, operation, body, due, finished_at)
        VALUES ('default', '${charge}', 'revise', '${JSON.stringify(body)}', ${due}, now())`);
    await world.write(process, (ledger) => ledger.open({ id, cob }));
    const { identifier } = await process.ledger.ready(id);
    await command(id, { solicitacaoPagador: 'Rita, Rua das Flores' });
    // A charge of a recurrence names only its identifier.
    await world.rows(`UPDATE pix_charge SET kind = 'rec' WHERE id = '${id}'`);
    await world.write(process, (ledger) => ledger.open({ id: other, cob: { valor: cob.valor } }));
    await process.ledger.ready(other);
    await command(other, { idRec: identifier, devedor: { logradouro: 'Rua das Flores' } });
    await command(other, { descricao: 'Rita' }, `'infinity'`);
    expect(await process.ledger.forget({ taxId: cpf })).toEqual({ removed: 2, kept: 3 });
    await world.rows(`UPDATE pix_command SET due = NULL WHERE charge = '${other}'`);
    expect(await process.ledger.forget({ taxId: cpf })).toEqual({ removed: 3, kept: 0 });
    const rows = JSON.stringify(await world.rows('SELECT body FROM pix_command'));
    for (const text of [cpf, 'Rita', 'Rua das Flores']) expect(rows).not.toContain(text);
  });

  it('with an age and a person keeps what leads to a newer body', async () => {
    const cpf = '15350946056';
    const id = world.newId();
    const cob = { valor: { original: '8.00' }, devedor: { cpf, nome: 'Ana' } };
    await world.write(process, (ledger) => ledger.open({ id, cob }));
    await process.ledger.ready(id);
    await world.write(process, (ledger) => ledger.cancel(id));
    await process.until(id, 'cancelled');
    await world.rows(`INSERT INTO pix_command (account, charge, operation, body, created_at, finished_at)
      VALUES ('default', '${id}', 'revise', '{"solicitacaoPagador": "Ana"}', now(), now() + interval '1 hour')`);
    const before = new Date(Date.now() + 60_000);
    expect(await process.ledger.forget({ before, taxId: cpf })).toEqual({ removed: 0, kept: 2 });
    expect(await process.ledger.forget({ taxId: cpf })).toEqual({ removed: 2, kept: 0 });
  });

  it('removes by age only what belongs to charges that have ended', async () => {
    const process = world.process({ account: 'aged' });
    const id = world.newId();
    await world.openCharge(process, { id });
    const before = new Date(Date.now() + 60_000);
    expect(await process.ledger.forget({ before })).toEqual({ removed: 0, kept: 0 });
    await world.write(process, (ledger) => ledger.cancel(id));
    await process.until(id, 'cancelled');
    expect(await process.ledger.forget({ before: new Date(0) })).toEqual({ removed: 0, kept: 0 });
    expect(await process.ledger.forget({ before })).toEqual({ removed: 1, kept: 0 });
  });
});
