import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPixClient } from '../../lib/index.js';
import { claimCommands } from '../../lib/ledger/commands.js';
import { PixLedgerTransaction, PostgresLedgerStore } from '../../lib/ledger/public.js';
import { PostgresEventStore } from '../../lib/postgres.js';
import { cob, LedgerWorld } from './support/ledger-world.js';

let world: LedgerWorld;

beforeAll(async () => {
  world = await LedgerWorld.open();
});
afterAll(() => world.close());

const requests = () => world.bank.control.stats.requests;

describe('open()', () => {
  it('writes rows and sends nothing before the commit', async () => {
    const process = world.process();
    const before = JSON.stringify(requests);
    const charge = await world.write(process, async (ledger) => {
      const opened = await ledger.open(cob('a-1'));
      expect(opened).toMatchObject({ id: 'a-1', state: 'opening', valor: '37.00', payments: [] });
      return opened;
    });
    expect(charge.identifier).toMatch(/^[a-zA-Z0-9]{26,35}$/);
    expect(JSON.stringify(requests)).toBe(before);
    const ready = await process.ledger.ready('a-1');
    expect(ready).toMatchObject({
      id: 'a-1',
      state: 'open',
      status: 'ATIVA',
      identifier: charge.identifier,
    });
    expect(ready.pixCopiaECola).toMatch(/^0002/);
    const record = await world.client.cob.get(charge.identifier!);
    expect(record).toMatchObject({ valor: { original: '37.00' }, chave: 'pix@loja.com.br' });
  });

  it('uses the Pix key of the account if neither body nor ledger has one', async () => {
    const chave = 'conta@loja.com.br';
    const client = await createPixClient({ ...world.bank.moduleOptions, chave });
    const process = world.process({ chave: undefined, client: async () => client });
    const { identifier } = await world.openCharge(process);
    expect(await world.client.cob.get(identifier!)).toMatchObject({ chave });
    await client.close();
    const without = world.process({ chave: undefined });
    await expect(world.openCharge(without)).rejects.toThrow(
      'chave é obrigatório: informe no corpo ou na opção chave de PixLedgerModule ou da conta (PIX_CHAVE)',
    );
  });

  it('refuses a charge that falls to R$ 0.01, and opens and revises it with allowOneCent', async () => {
    const process = world.process();
    const worth = (original: string, valorPerc: string) => ({
      valor: { original, abatimento: { modalidade: 1, valorPerc } },
    });
    const cobv = {
      calendario: { dataDeVencimento: '2099-01-05' },
      devedor: { cpf: '12345678909', nome: 'João Souza' },
      ...worth('100.00', '99.99'),
    };
    const refused = { field: 'valor.abatimento' };
    const open = (options: object) =>
      world.write(process, (ledger) => ledger.open({ id: 'cent', cobv, ...options }));
    await expect(open({})).rejects.toMatchObject(refused);
    const { identifier } = await open({ allowOneCent: true });
    await process.ledger.ready('cent');
    const revise = (options?: object) =>
      world.write(process, (ledger) => ledger.revise('cent', worth('50.00', '49.99'), options));
    await expect(revise()).rejects.toMatchObject(refused);
    await revise({ allowOneCent: true });
    await process.settle(async () => (await world.client.cobV.get(identifier!)).revisao === 1);
  });

  it('writes nothing if the transaction is rolled back', async () => {
    const process = world.process();
    const work = world.write(process, async (ledger) => {
      await ledger.open(cob('a-2'));
      throw new Error('no stock');
    });
    await expect(work).rejects.toThrow('no stock');
    expect(await process.ledger.get('a-2')).toBeUndefined();
    await expect(process.ledger.ready('a-2')).rejects.toThrow('"a-2" is not visible');
    expect(await world.rows(`SELECT 1 FROM pix_command WHERE charge = 'a-2'`)).toEqual([]);
  });

  it('returns the row for the same body, and refuses another body', async () => {
    const process = world.process();
    const first = await world.openCharge(process, { id: 'a-3' });
    const again = await world.write(process, (ledger) => ledger.open(cob('a-3')));
    expect(again).toEqual(first);
    const other = world.write(process, (ledger) => ledger.open(cob('a-3', '38.00')));
    await expect(other).rejects.toThrow('"a-3" exists with another body');
    expect(await world.rows(`SELECT operation FROM pix_command WHERE charge = 'a-3'`)).toHaveLength(
      1,
    );
  });

  it('validates the body when the row is written', async () => {
    const process = world.process();
    const wrong = {
      id: 'a-4',
      cob: { valor: { original: '37' }, calendario: { expiracao: 3600 } },
    };
    const work = world.write(process, (ledger) => ledger.open(wrong));
    await expect(work).rejects.toMatchObject({ name: 'ValidationError', field: 'valor.original' });
    const none = world.write(process, (ledger) => ledger.open({ id: 'a-4' } as never));
    await expect(none).rejects.toThrow('one of cob, cobv, cobr and rec');
  });

  it('refuses a client that is not in a transaction, where rows would be committed alone', async () => {
    const { ledger } = world.process();
    const work = ledger.in(world.database).open(cob('a-5'));
    await expect(work).rejects.toThrow('PixLedger.in() requires a client in a transaction');
    expect(() => ledger.in({} as never)).toThrow('PixLedger.in() requires an open transaction');
    expect(await ledger.get('a-5')).toBeUndefined();
  });

  it('throws where PGlite would wait for the transaction of its caller', async () => {
    const process = world.process();
    await world.write(process, async (ledger) => {
      expect(ledger).toBeInstanceOf(PixLedgerTransaction);
      await ledger.open(cob('a-6'));
      await expect(process.ledger.ready('a-6')).rejects.toThrow('PGlite has one connection');
    });
    expect(await process.ledger.ready('a-6')).toMatchObject({ state: 'open' });
  });

  it('throws there also within the transactions of other stores and databases', async () => {
    const process = world.process();
    const other = await PGlite.create();
    const events = new PostgresEventStore(world.database);
    await events.migrate();
    const { fence } = await events.begin('event', 'digest');
    const nested = () =>
      new PostgresLedgerStore(other).transaction(() => process.ledger.get('a-7'));
    await expect(nested()).resolves.toBeUndefined();
    const message = 'PGlite has one connection';
    await expect(process.store.transaction(nested)).rejects.toThrow(message);
    await expect(events.transaction('event', fence!, nested)).rejects.toThrow(message);
    await other.close();
  });

  it('refuses an id that PostgreSQL does not store, and ready() a time that is none', async () => {
    const process = world.process();
    for (const id of ['', 'a\0', '\ud800', 'x'.repeat(201)]) {
      const opening = world.write(process, (ledger) => ledger.open(cob(id)));
      await expect(opening).rejects.toThrow('id must be a text of 1 to 200 valid characters');
    }
    const ready = process.ledger.ready('order', { within: NaN });
    await expect(ready).rejects.toThrow('within must be a number of seconds');
  });

  it('does not wait on when the application ends', async () => {
    const process = world.process({ account: 'ends' });
    await world.write(process, (ledger) => ledger.open(cob('order')));
    await claimCommands(world.process({ account: 'ends' }).core, 1);
    const ready = process.ledger.ready('order', { within: 60 });
    await process.stop();
    expect(await ready).toMatchObject({ state: 'opening' });
  });

  it('writes no text as SQL', async () => {
    const process = world.process();
    const id = `'; DROP TABLE pix_charge; -- \\ $1 "é"`;
    expect(await world.openCharge(process, { id })).toMatchObject({ id, state: 'open' });
    expect(await process.ledger.history(id)).toMatchObject([{ to: 'opening' }, { to: 'open' }]);
  });
});

describe('list()', () => {
  it('returns pages with a cursor, the latest first', async () => {
    const process = world.process({ account: 'pages' });
    for (const id of ['p-1', 'p-2', 'p-3']) {
      await world.write(process, (ledger) => ledger.open(cob(id)));
    }
    const first = await process.ledger.list({ limit: 2 });
    expect(first.charges.map(({ id }) => id)).toEqual(['p-3', 'p-2']);
    const second = await process.ledger.list({ limit: 2 }, first.next);
    expect(second).toMatchObject({ charges: [{ id: 'p-1' }], next: undefined });
    expect((await process.ledger.list({ state: 'paid' })).charges).toEqual([]);
    const { charges } = await process.ledger.list({ ids: ['p-1', 'p-3', 'unknown'] });
    expect(charges.map(({ id }) => id)).toEqual(['p-3', 'p-1']);
    await expect(process.ledger.list({}, 'nonsense')).rejects.toThrow('cursor');
  });
});
