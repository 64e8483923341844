import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildDevolucao, buildPix } from '../../devkit/testing.js';
import { write } from '../../lib/ledger/journal.js';
import { createLedgerEvents, recordPix } from '../../lib/ledger/payments.js';
import { applyRecord } from '../../lib/ledger/records.js';
import { cob, LedgerWorld, rec, type LedgerProcess } from './support/ledger-world.js';

let world: LedgerWorld;

beforeAll(async () => {
  world = await LedgerWorld.open({ refundDelay: 50 });
});
afterAll(() => world.close());

/** Reports a Pix to the ledger, as a notification does. */
const report = ({ core }: LedgerProcess, item: unknown) =>
  write(core, (journal) =>
    recordPix(journal, {
      account: core.account,
      item,
      why: { cause: 'event' },
    }),
  );

const pay = (txid: string | undefined, options = {}) => world.bank.control.pay(txid!, options);

describe('a payment', () => {
  it('of the amount pays its charge, once', async () => {
    const process = world.process();
    const { id, identifier } = await world.openCharge(process);
    const pix = await pay(identifier);
    expect(await report(process, pix)).toBe(true);
    expect(await report(process, pix)).toBe(false);
    const charge = await process.ledger.get(id);
    expect(charge).toMatchObject({
      state: 'paid',
      payments: [{ endToEndId: pix.endToEndId, valor: '37.00', meaning: 'full' }],
    });
    const history = await process.ledger.history(id);
    expect(history.map(({ to, cause }) => [to, cause])).toEqual([
      ['opening', 'person'],
      ['open', 'call'],
      ['paid', 'event'],
    ]);
    expect(await process.ledger.tasks({ charge: id })).toEqual([]);
  });

  it('proves that a charge exists whose creation is not known', async () => {
    const process = world.process();
    const id = world.newId();
    const { identifier } = await world.write(process, (ledger) => ledger.open(cob(id)));
    await report(process, buildPix({ txid: identifier!, valor: '37.00' }));
    expect(await process.ledger.get(id)).toMatchObject({ state: 'paid' });
    await process.settle(() => true);
    expect(await process.ledger.get(id)).toMatchObject({ state: 'paid', status: 'ATIVA' });
  });

  it('is a duplicate if another one has paid the charge, and becomes a task', async () => {
    const process = world.process();
    const { id, identifier } = await world.openCharge(process);
    await report(process, await pay(identifier));
    const second = buildPix({ txid: identifier!, valor: '37.00' });
    await report(process, second);
    await report(process, second);
    expect((await process.ledger.get(id))?.payments.map(({ meaning }) => meaning).sort()).toEqual([
      'duplicate',
      'full',
    ]);
    expect(await process.ledger.tasks({ charge: id })).toMatchObject([
      { reason: 'duplicate', endToEndId: second.endToEndId, choices: ['refund', 'dismiss'] },
    ]);
  });

  it('of another amount is read at the bank, becomes a task, and does not pay the charge', async () => {
    const process = world.process();
    const { id, identifier } = await world.openCharge(process);
    await report(process, buildPix({ txid: identifier!, valor: '36.99' }));
    expect(await process.ledger.get(id)).toMatchObject({
      state: 'open',
      payments: [{ meaning: undefined }],
    });
    // While the bank shows the charge without the payment, its replica may lag.
    await process.settle(() => true);
    expect(await process.ledger.tasks({ charge: id })).toEqual([]);
    await world.rows(`UPDATE pix_charge SET checks = 20, due = now() WHERE id = '${id}'`);
    await process.settle(async () => (await process.ledger.tasks({ charge: id })).length > 0);
    expect(await process.ledger.get(id)).toMatchObject({
      state: 'open',
      payments: [{ meaning: 'other amount', valor: '36.99' }],
    });
    const [task] = await process.ledger.tasks({ charge: id });
    await process.ledger.resolve(task!.number, { choice: 'accept' });
    expect(await process.ledger.get(id)).toMatchObject({
      state: 'paid',
      payments: [{ meaning: 'full' }],
    });
    await expect(process.ledger.resolve(task!.number, { choice: 'accept' })).rejects.toThrow(
      'decided',
    );
  });

  it('of a revised charge is compared with the revision of the bank', async () => {
    const process = world.process();
    const { id, identifier } = await world.openCharge(process);
    await world.client.cob.revise(identifier!, { valor: { original: '50.00' } });
    await report(process, await pay(identifier));
    await process.until(id, 'paid');
    expect(await process.ledger.get(id)).toMatchObject({
      valor: '50.00',
      revisao: 1,
      payments: [{ valor: '50.00' }],
    });
  });

  it('after the end of the charge is late; a person accepts it, or refunds it', async () => {
    const process = world.process();
    const charges = [await world.openCharge(process), await world.openCharge(process)];
    const found: number[] = [];
    for (const { id, identifier } of charges) {
      await world.write(process, (ledger) => ledger.cancel(id));
      await process.until(id, 'cancelled');
      await report(process, buildPix({ txid: identifier!, valor: '37.00' }));
      expect(await process.ledger.get(id)).toMatchObject({
        state: 'cancelled',
        payments: [{ meaning: 'late' }],
      });
      const [task] = await process.ledger.tasks({ charge: id });
      expect(task).toMatchObject({ reason: 'late' });
      found.push(task!.number);
    }
    await process.ledger.resolve(found[0]!, { choice: 'accept' });
    expect(await process.ledger.get(charges[0]!.id)).toMatchObject({ state: 'paid' });
    await process.ledger.resolve(found[1]!, { choice: 'refund' });
    expect(await process.ledger.get(charges[1]!.id)).toMatchObject({
      state: 'cancelled',
      refunds: [{ valor: '37.00', state: 'asked', madeBy: 'ledger' }],
    });
  });

  it('that was returned pays no charge any more', async () => {
    const process = world.process();
    const { id, identifier } = await world.openCharge(process);
    await world.write(process, (ledger) => ledger.cancel(id));
    await process.until(id, 'cancelled');
    const { endToEndId } = await world.bank.control.pay(identifier!, { force: true });
    await report(process, await world.client.recebidos.get(endToEndId));
    const [task] = await process.ledger.tasks({ charge: id });
    const refund = (refundId: string, valor: string) =>
      world.write(process, (ledger) => ledger.refund({ endToEndId, refundId, valor }));
    await refund('part', '36.99');
    await refund('rest', '0.01');
    await process.settle(async () =>
      (await process.ledger.get(id))!.refunds.every(({ state }) => state === 'returned'),
    );
    const accept = process.ledger.resolve(task!.number, { choice: 'accept' });
    await expect(accept).rejects.toThrow('The payment was returned');
    expect(await process.ledger.get(id)).toMatchObject({ state: 'cancelled' });
    await process.ledger.resolve(task!.number, { choice: 'dismiss' });
  });

  it('without a charge is recorded and becomes a task, or is only recorded', async () => {
    const process = world.process({ account: 'alone' });
    const pix = buildPix({ txid: 'semcobranca000000000000000', valor: '5.00' });
    await report(process, pix);
    const [task] = await process.ledger.tasks();
    expect(task).toMatchObject({
      reason: 'no charge',
      charge: undefined,
      endToEndId: pix.endToEndId,
    });
    const silent = world.process({ account: 'shared', ignoresUnmatched: true });
    await report(silent, pix);
    expect(await silent.ledger.tasks()).toEqual([]);
    expect(
      await world.rows(
        `SELECT account, meaning FROM pix_payment WHERE end_to_end_id = '${pix.endToEndId}'`,
      ),
    ).toEqual([
      { account: 'alone', meaning: 'no charge' },
      { account: 'shared', meaning: 'no charge' },
    ]);
    await world.write(process, (ledger) => ledger.open(cob('alone-1', '5.00')));
    await world.write(process, (ledger) => ledger.open({ id: 'alone-2', rec: rec('1') }));
    const assign = (number: number, to: string) =>
      process.ledger.resolve(number, { choice: 'assign', to });
    for (const to of ['alone-2', 'alone-3'])
      await expect(assign(task!.number, to)).rejects.toThrow(`no charge "${to}" that a payment`);
    await expect(assign(99_999, 'alone-1')).rejects.toThrow('The task 99999 does not exist.');
    await assign(task!.number, 'alone-1');
    expect(await process.ledger.get('alone-1')).toMatchObject({
      state: 'paid',
      payments: [{ valor: '5.00' }],
    });
  });

  it('that cannot be read is not recorded, so that the notification is repeated, and becomes a task', async () => {
    const process = world.process({ account: 'unread', trustsEvents: true });
    const Events = createLedgerEvents('core', 'unread', 'default');
    const events = new Events(process) as { received(pix: object, context: object): unknown };
    const notify = async () => events.received({ endToEndId: 'E1' }, {});
    for (let time = 0; time < 2; time += 1)
      await expect(notify()).rejects.toThrow('cannot be read');
    expect(await process.ledger.tasks()).toMatchObject([
      { reason: 'unreadable', endToEndId: 'E1', choices: ['dismiss'] },
    ]);
  });

  it.each([
    ['a Pix', { endToEndId: 'E1', valor: '37.00' }, 'open'],
    ['a refund', { devolucoes: [{ id: '1', status: 'DEVOLVIDO', valor: 'x' }] }, 'paid'],
  ])(
    'of a record in which %s cannot be read is a task, and changes nothing else',
    async (_, part, state) => {
      const process = world.process();
      const { id, identifier } = await world.openCharge(process);
      const record = { txid: identifier, status: 'CONCLUIDA', pix: [{ ...buildPix(), ...part }] };
      if ('endToEndId' in part) record.pix = [part as never];
      const apply = () =>
        write(process.core, async (journal) => {
          const charge = (await journal.lock('default', id))!;
          const why = { cause: 'call', what: 'read: CONCLUIDA' } as const;
          await applyRecord(journal, charge, { record, why, readAt: Date.now() });
        });
      await apply();
      await apply();
      expect(await process.ledger.tasks({ charge: id })).toMatchObject([{ reason: 'unreadable' }]);
      expect(await process.ledger.get(id)).toMatchObject({ state });
    },
  );

  it('of a due-date charge with fine is full if its components add up', async () => {
    const process = world.process();
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
    const charge = await process.ledger.ready(id);
    // The last day, and the four days to the working day after Carnival.
    expect(charge.payableUntil).toEqual(new Date('2030-02-06T02:59:59.999Z'));
    const componentesValor = { original: { valor: '100.00' }, multa: { valor: '2.00' } };
    await report(
      process,
      buildPix({ txid: charge.identifier!, valor: '103.00', componentesValor }),
    );
    expect(await process.ledger.get(id)).toMatchObject({
      state: 'open',
      payments: [{ meaning: undefined }],
    });
    await report(
      process,
      buildPix({ txid: charge.identifier!, valor: '102.00', componentesValor }),
    );
    expect(await process.ledger.get(id)).toMatchObject({ state: 'paid' });
  });
});

describe('refund()', () => {
  it('gives money back once, and never more than the payment', async () => {
    const process = world.process();
    const { id, identifier } = await world.openCharge(process);
    const { endToEndId } = await pay(identifier);
    await report(process, await world.client.recebidos.get(endToEndId));
    const refund = (refundId: string, valor: string) =>
      world.write(process, (ledger) => ledger.refund({ endToEndId, refundId, valor }));
    expect(await refund('r1', '30.00')).toMatchObject({ state: 'asked', valor: '30.00' });
    expect(await refund('r1', '30.00')).toMatchObject({ state: 'asked' });
    await expect(refund('r1', '7.00')).rejects.toThrow('another amount');
    await expect(refund('r2', '7.01')).rejects.toThrow('Less than this amount');
    await refund('r2', '7.00');
    await process.settle(async () => {
      await world.hurry();
      const charge = await process.ledger.get(id);
      return charge!.refunds.every(({ state }) => state === 'returned');
    });
    const record = await world.client.recebidos.get(endToEndId);
    expect(record.devolucoes?.map(({ id: own, valor }) => [own, valor])).toEqual([
      ['r1', '30.00'],
      ['r2', '7.00'],
    ]);
    expect(await process.ledger.get(id)).toMatchObject({ state: 'paid' });
  });

  it('refuses a payment that is not recorded', async () => {
    const process = world.process();
    const { endToEndId } = buildPix();
    const work = world.write(process, (ledger) =>
      ledger.refund({ endToEndId, refundId: 'r1', valor: '1.00' }),
    );
    await expect(work).rejects.toThrow('not recorded');
  });

  it('imports the refunds that the bank makes, and tells of each once', async () => {
    const process = world.process({ account: 'med' });
    const told: unknown[] = [];
    process.on('refunded', (charge) => told.push(charge));
    const { id, identifier } = await world.openCharge(process);
    const pix = await pay(identifier);
    const devolucoes = [buildDevolucao({ id: 'MED1', valor: '37.00', status: 'DEVOLVIDO' })];
    await report(process, { ...pix, devolucoes });
    await report(process, { ...pix, devolucoes });
    await process.settle(() => true);
    expect(await process.ledger.get(id)).toMatchObject({
      refunds: [{ refundId: 'MED1', valor: '37.00', state: 'returned', madeBy: 'bank' }],
    });
    expect(told).toMatchObject([{ id, refunds: [{ refundId: 'MED1' }] }]);
  });

  it('imports a refund that is reported only in the notification of a recurring charge', async () => {
    const process = world.process();
    const { id, identifier } = await world.openCharge(process);
    const pix = await pay(identifier);
    await report(process, pix);
    const { endToEndId } = pix;
    const { control } = world.bank;
    const { id: refundId } = await control.refundByProvider(endToEndId, { valor: '7.00' });
    await control.settleRefund(endToEndId, refundId);
    const Events = createLedgerEvents('core', process.core.account, 'default');
    const notified = {
      endToEndId,
      devolucoes: [buildDevolucao({ id: 'invented', valor: '37.00' })],
    };
    const core: unknown = Object.create(process.core, { trustsEvents: { value: false } });
    const events = new Events({ core }) as {
      recurringCharge(cobr: unknown, context: unknown): Promise<void>;
    };
    const notice = { txid: identifier, pix: [notified] };
    await expect(events.recurringCharge(notice, { tenant: undefined })).rejects.toThrow(
      'does not show a refund',
    );
    expect((await process.ledger.get(id))?.refunds).toMatchObject([
      { refundId, valor: '7.00', state: 'returned', madeBy: 'bank' },
    ]);
  });

  it('asks for another notification while the bank does not show the refund, and reads it again', async () => {
    const process = world.process({ account: 'lagging' });
    const { id, identifier } = await world.openCharge(process);
    const pix = await pay(identifier);
    await report(process, pix);
    const { control } = world.bank;
    const refund = await control.refundByProvider(pix.endToEndId, { valor: '7.00' });
    const devolucao = buildDevolucao({ id: refund.id, valor: '7.00', status: 'DEVOLVIDO' });
    const Events = createLedgerEvents('core', 'lagging', 'default');
    const core: unknown = Object.create(process.core, { trustsEvents: { value: false } });
    const events = new Events({ core }) as {
      refunded(refund: object, context: object): Promise<void>;
    };
    const notify = () => events.refunded({ pix, devolucao }, { tenant: undefined });
    await expect(notify()).rejects.toThrow('does not show a refund');
    const [waits] = await world.rows(
      `SELECT due FROM pix_payment WHERE end_to_end_id = '${pix.endToEndId}'`,
    );
    expect(waits).toEqual({ due: expect.any(Date) });
    await control.settleRefund(pix.endToEndId, refund.id);
    await world.hurry();
    await process.settle(
      async () => (await process.ledger.get(id))?.refunds[0]?.state === 'returned',
    );
    await notify();
  });

  it('makes a task of a refund that the bank does not carry out, whose amount is free again', async () => {
    const process = world.process();
    const { id, identifier } = await world.openCharge(process);
    const pix = await pay(identifier);
    await report(process, pix);
    const { endToEndId } = pix;
    const ask = (refundId: string) =>
      world.write(process, (ledger) => ledger.refund({ endToEndId, refundId, valor: '37.00' }));
    await ask('f1');
    const devolucoes = [buildDevolucao({ id: 'f1', valor: '37.00', status: 'NAO_REALIZADO' })];
    await report(process, { ...pix, devolucoes });
    expect(await process.ledger.tasks({ charge: id })).toMatchObject([
      { reason: 'refund failed', about: 'f1' },
    ]);
    expect(await ask('f2')).toMatchObject({ state: 'asked' });
  });
});
