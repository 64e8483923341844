import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildDevolucao, buildPix } from '../../devkit/testing.js';
import type { PixClient } from '../../lib/index.js';
import type { PixCharge } from '../../lib/ledger/charge.js';
import { write } from '../../lib/ledger/journal.js';
import { recordPix } from '../../lib/ledger/payments.js';
import { applyRecord } from '../../lib/ledger/records.js';
import { systemRuntime } from '../../lib/runtime/index.js';
import { LedgerWorld, type LedgerProcess } from './support/ledger-world.js';

let world: LedgerWorld;
let process: LedgerProcess;

beforeAll(async () => {
  world = await LedgerWorld.open();
  process = world.process();
});
afterAll(() => world.close());

const find = async (id: string) => (await process.ledger.get(id))!;

/** Applies a record as the bank shows it now, with changes, like a reading after all that it can show. */
const show = async ({ id, identifier }: PixCharge, changes: object = {}) => {
  const record = { ...(await world.client.cob.get(identifier!)), ...changes };
  await write(process.core, async (journal) => {
    const charge = await journal.lock('default', id);
    const readAt = Date.now() + 60_000;
    await applyRecord(journal, charge!, { record, readAt, why: { cause: 'call', what: 'read' } });
  });
  return find(id);
};

const report = (item: unknown) =>
  write(process.core, (journal) =>
    recordPix(journal, { account: 'default', item, why: { cause: 'event' } }),
  );

describe('a record of the bank', () => {
  it('says nothing if it is older than a known one', async () => {
    const charge = await world.openCharge(process);
    const older = await world.client.cob.get(charge.identifier!);
    await world.client.cob.revise(charge.identifier!, { valor: { original: '38.00' } });
    expect(await show(charge)).toMatchObject({ valor: '38.00', revisao: 1 });
    const after = await show(charge, { ...older, status: 'REMOVIDA_PELO_PSP' });
    expect(after).toMatchObject({ valor: '38.00', revisao: 1, status: 'ATIVA', state: 'open' });
  });

  it('may contain what PostgreSQL does not store, and days without end', async () => {
    const validadeAposVencimento = 2_147_483_647;
    const calendario = { dataDeVencimento: '2098-01-01', validadeAposVencimento };
    const record = { revisao: 0, status: 'ATIVA', valor: { original: '37.00' }, calendario };
    const createWithTxid = async () => ({
      ...record,
      pixCopiaECola: '\\u0000 \0 \ud800 \u{1f600}',
    });
    const client = async () => ({ cobV: { createWithTxid } }) as unknown as PixClient;
    const process = world.process({ account: 'odd', client });
    const devedor = { cpf: '12345678909', nome: 'M', logradouro: 'R', cidade: 'S', uf: 'SP' };
    const cobv = { ...record, calendario, devedor: { ...devedor, cep: '01001000' } };
    const { revisao: _revisao, status: _status, ...body } = cobv;
    await world.write(process, (ledger) => ledger.open({ id: 'odd', cobv: body }));
    await process.ledger.ready('odd');
    const charge = await process.ledger.get('odd');
    expect(charge).toMatchObject({
      state: 'open',
      pixCopiaECola: '\\u0000 \ufffd \ufffd \u{1f600}',
    });
    expect(charge!.payableUntil!.getUTCFullYear()).toBe(9999);
    const componentesValor = { original: { valor: '5.00' }, odd: 'a\0' };
    const item = { ...buildPix({ valor: '5.00' }), txid: 'a\0', componentesValor };
    await write(process.core, (journal) =>
      recordPix(journal, { account: 'odd', item, why: { cause: 'event' } }),
    );
    expect((await process.ledger.payments()).payments).toMatchObject([{ valor: '5.00' }]);
  });

  it('without its payments is completed by the list, whatever the clock of the process says', async () => {
    const now = () => Date.now() - 7_200_000;
    const { cob: service, recebidos } = world.client;
    const get = async (...args: Parameters<typeof service.get>) => {
      const { pix: _pix, ...record } = await service.get(...args);
      return record;
    };
    const client = async () => ({ cob: { get }, recebidos }) as unknown as PixClient;
    const { id, identifier } = await world.openCharge(world.process({ account: 'clock' }));
    const process = world.process({ account: 'clock', client, runtime: { ...systemRuntime, now } });
    await world.bank.control.pay(identifier!);
    await world.rows(`UPDATE pix_charge SET due = now() WHERE account = 'clock'`);
    await process.until(id, 'paid');
  });

  it('ends a charge only when its commands are settled', async () => {
    const charge = await world.openCharge(process);
    await world.write(process, (ledger) =>
      ledger.revise(charge.id, { valor: { original: '38.00' } }),
    );
    const removed = { status: 'REMOVIDA_PELO_PSP' };
    await show(charge, removed);
    expect(await show(charge, removed)).toMatchObject({ ...removed, state: 'open' });
    await process.settle(async () => (await find(charge.id)).revisao === 1);
    await show(charge, removed);
    expect(await show(charge, removed)).toMatchObject({ ...removed, state: 'cancelled' });
  });

  it('does not change a refund that has ended', async () => {
    const { id, identifier } = await world.openCharge(process);
    const pix = buildPix({ txid: identifier!, valor: '37.00' });
    for (const status of ['DEVOLVIDO', 'NAO_REALIZADO', 'EM_PROCESSAMENTO'] as const) {
      await report({ ...pix, devolucoes: [buildDevolucao({ id: 'd1', valor: '1.00', status })] });
      expect((await find(id)).refunds).toMatchObject([{ refundId: 'd1', state: 'returned' }]);
    }
    expect(await process.ledger.tasks({ charge: id })).toEqual([]);
  });

  it('that never explains an amount by day leaves the payment to a person', async () => {
    const id = world.newId();
    const cobv = {
      calendario: { dataDeVencimento: '2030-01-02' },
      devedor: {
        cpf: '12345678909',
        nome: 'Maria',
        logradouro: 'Rua 1',
        cidade: 'Recife',
        uf: 'PE',
        cep: '50000000',
      },
      valor: { original: '100.00', multa: { modalidade: 2, valorPerc: '2.00' } },
    };
    await world.write(process, (ledger) => ledger.open({ id, cobv }));
    const { identifier } = await process.ledger.ready(id);
    await report(buildPix({ txid: identifier!, valor: '103.00' }));
    await process.settle(() => true);
    expect(await find(id)).toMatchObject({ state: 'open', payments: [{ meaning: undefined }] });
    await world.rows(`UPDATE pix_charge SET checks = 20, due = now() WHERE id = '${id}'`);
    await process.settle(async () => (await process.ledger.tasks({ charge: id })).length > 0);
    expect(await find(id)).toMatchObject({
      state: 'open',
      payments: [{ meaning: 'other amount', valor: '103.00' }],
    });
  });
});
