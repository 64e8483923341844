import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPix } from '../../devkit/testing.js';
import type { PixClient } from '../../lib/index.js';
import { claimCommands, runCommand } from '../../lib/ledger/commands.js';
import { write } from '../../lib/ledger/journal.js';
import { recordPix } from '../../lib/ledger/payments.js';
import type { PixCharge } from '../../lib/ledger/public.js';
import { applyRecord } from '../../lib/ledger/records.js';
import { sql } from '../../lib/ledger/store.js';
import { cob, LedgerWorld, type LedgerProcess } from './support/ledger-world.js';

// What a crash, a bank or another version of the library can do to a ledger.

let world: LedgerWorld;

beforeAll(async () => {
  world = await LedgerWorld.open({ refundDelay: 0 });
});
afterEach(() => world.bank.control.faults.clear());
afterAll(() => world.close());

/** Lets the ledger record a payment of a charge. */
async function pay(process: LedgerProcess, txid: string): Promise<string> {
  const { endToEndId } = await world.bank.control.pay(txid);
  const item = await world.client.recebidos.get(endToEndId);
  await write(process.core, (journal) =>
    recordPix(journal, { account: process.core.account, item, why: { cause: 'event' } }),
  );
  return endToEndId;
}

/** Makes the attempts of a command older, so that what they sent has arrived or is lost. */
const age = (charge: string) =>
  world.rows(`UPDATE pix_command SET sent_at = sent_at - interval '3 minutes', due = now()
    WHERE charge = '${charge}' AND due IS NOT NULL`);

describe('a process that was paused after its claim', () => {
  it('sends nothing once its lease is over', async () => {
    const process = world.process({ account: 'paused' });
    const id = world.newId();
    await world.write(process, (ledger) => ledger.open(cob(id)));
    const [command] = await claimCommands(process.core, 1);
    await runCommand(process.core, { ...command!, since: command!.since - process.core.lease });
    expect(await process.ledger.get(id)).toMatchObject({ state: 'opening', revisao: undefined });
    await world.hurry();
    await process.until(id, 'open');
  });
});

describe('a refund that the bank refuses', () => {
  it('frees its amount only after its readings have shown nothing for two minutes', async () => {
    const process = world.process({ account: 'refused' });
    const { id, identifier } = await world.openCharge(process);
    const endToEndId = await pay(process, identifier!);
    const refund = (refundId: string) =>
      world.write(process, (ledger) => ledger.refund({ endToEndId, refundId, valor: '37.00' }));
    world.bank.control.faults.add({
      on: 'pix.refund',
      kind: 'status',
      status: 400,
      count: 'always',
    });
    await refund('r1');
    await process.engine.runOnce();
    await world.hurry();
    await process.engine.runOnce();
    expect(await process.ledger.get(id)).toMatchObject({ refunds: [{ state: 'asked' }] });
    await expect(refund('r2')).rejects.toThrow('Less than this amount');
    await age(id);
    await process.settle(async () => (await process.ledger.tasks({ charge: id })).length > 0);
    const [task] = await process.ledger.tasks({ charge: id });
    expect(task).toMatchObject({
      reason: 'refund refused',
      about: 'r1',
      choices: ['refund', 'dismiss'],
    });
    world.bank.control.faults.clear();
    await process.ledger.resolve(task!.number, { choice: 'refund' });
    const isReturned = async () =>
      (await process.ledger.get(id))!.refunds.some(({ state }) => state === 'returned');
    await process.settle(isReturned);
    const { devolucoes } = await world.client.recebidos.get(endToEndId);
    expect(devolucoes).toMatchObject([{ id: `task${task!.number}`, valor: '37.00' }]);
  });
});

describe('a refund whose first attempt was lost, and whose second one the bank makes and refuses', () => {
  it('is what the bank shows later', async () => {
    const process = world.process({ account: 'made' });
    const { id, identifier } = await world.openCharge(process);
    const endToEndId = await pay(process, identifier!);
    const { faults } = world.bank.control;
    faults.add({ on: 'pix.refund', kind: 'reset', when: 'before', count: 'always' });
    const refund = { endToEndId, refundId: 'r1', valor: '37.00' };
    await world.write(process, (ledger) => ledger.refund(refund));
    await process.engine.runOnce();
    await age(id);
    faults.clear();
    faults.add({ on: 'pix.refund', kind: 'status', status: 400, when: 'after' });
    faults.add({ on: 'pix.getRefund', kind: 'status', status: 404, count: 'always' });
    for (let time = 0; time < 3; time += 1) {
      await process.engine.runOnce();
      await world.hurry();
    }
    expect(await process.ledger.get(id)).toMatchObject({ refunds: [{ state: 'asked' }] });
    faults.clear();
    const isReturned = async () =>
      (await process.ledger.get(id))!.refunds.some(({ state }) => state === 'returned');
    await process.settle(isReturned);
    expect((await world.client.recebidos.get(endToEndId)).devolucoes).toHaveLength(1);
  });
});

describe('a refund whose id the bank has with another amount', () => {
  it('takes the amount from the bank, both from the call and from a notification', async () => {
    const process = world.process({ account: 'amounts' });
    for (const isReportedFirst of [true, false]) {
      const { id, identifier } = await world.openCharge(process);
      const endToEndId = await pay(process, identifier!);
      await world.client.recebidos.refund(endToEndId, 'r1', { valor: '5.00' });
      const refund = { endToEndId, refundId: 'r1', valor: '10.00' };
      await world.write(process, (ledger) => ledger.refund(refund));
      const item = await world.client.recebidos.get(endToEndId);
      const reported = { account: 'amounts', item, why: { cause: 'event' } } as const;
      if (isReportedFirst) await write(process.core, (journal) => recordPix(journal, reported));
      await process.engine.runOnce();
      await world.hurry();
      await process.settle(async () => (await process.ledger.tasks({ charge: id })).length > 0);
      expect(await process.ledger.get(id)).toMatchObject({
        refunds: [{ refundId: 'r1', valor: '5.00', state: 'returned' }],
      });
      expect(await process.ledger.tasks({ charge: id })).toMatchObject([
        { reason: 'refund refused', about: 'r1' },
      ]);
    }
  });
});

describe('a creation that is refused after an attempt that may have arrived', () => {
  it('counts from the last attempt that may have arrived', async () => {
    const process = world.process({ account: 'late', deadline: 1000 });
    const id = world.newId();
    await world.write(process, (ledger) => ledger.open(cob(id)));
    await claimCommands(process.core, 1);
    await age(id);
    await world.hurry();
    // The first attempt is lost for certain; this one arrives without an answer.
    const hang = { kind: 'hang', when: 'after', count: 'always' } as const;
    world.bank.control.faults.add({ on: 'cob.createWithTxid', ...hang });
    world.bank.control.faults.add({ on: 'cob.get', kind: 'status', status: 404, count: 'always' });
    await process.engine.runOnce();
    world.bank.control.faults.clear();
    world.bank.control.faults.add({ on: 'cob.get', kind: 'status', status: 404, count: 'always' });
    const used = { kind: 'status', status: 400, count: 'always' } as const;
    world.bank.control.faults.add({ on: 'cob.createWithTxid', ...used });
    await world.hurry();
    await process.engine.runOnce();
    expect(await process.ledger.get(id)).toMatchObject({ state: 'opening' });
    world.bank.control.faults.clear();
    await world.hurry();
    await process.until(id, 'open');
  }, 120_000);
});

describe('a row that does not end', () => {
  it('holds up no handler, even if calls take all places', async () => {
    const process = world.process({ account: 'places', concurrency: 1, deadline: 5000 });
    const heard: string[] = [];
    process.on('opened', (charge) => heard.push((charge as PixCharge).id));
    const { id } = await world.openCharge(process);
    world.bank.control.faults.add({ on: 'cob.createWithTxid', kind: 'hang', count: 'always' });
    await world.write(process, (ledger) => ledger.open(cob(world.newId())));
    process.engine.start();
    while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(heard).toEqual([id]);
    world.bank.control.faults.clear();
    await process.stop();
  });
});

describe('rows that hang', () => {
  it('hold up no other account, operation or handler', async () => {
    const process = world.process({ account: 'lanes', concurrency: 1, deadline: 5000 });
    const other = process.ledger.tenant('other');
    const { id } = await world.openCharge(process);
    world.bank.control.faults.add({ on: 'cob.createWithTxid', kind: 'hang' });
    const [hung, later, ofOther] = [world.newId(), world.newId(), world.newId()];
    for (const each of [hung, later])
      await world.write(process, (ledger) => ledger.open(cob(each)));
    process.engine.start();
    const soon = () => new Promise((resolve) => setTimeout(resolve, 20));
    const sent = sql`SELECT to_jsonb(true) AS row FROM pix_command WHERE charge = ${hung} AND attempts > 0`;
    while ((await process.store.run(sent)).length === 0) await soon();
    let end = (): void => undefined;
    const hang = new Promise<void>((resolve) => (end = resolve));
    const heard: string[] = [];
    process.on('cancelled', () => hang, 'Slow.cancelled');
    process.on('cancelled', (charge) => heard.push((charge as PixCharge).id), 'Orders.cancelled');
    await world.database.transaction((tx) => other.in(tx).open(cob(ofOther)));
    await world.write(process, (ledger) => ledger.cancel(id));
    while (heard.length === 0 || (await other.get(ofOther))?.state !== 'open') await soon();
    const states = [hung, later].map(async (each) => (await process.ledger.get(each))?.state);
    expect(await Promise.all(states)).toEqual(['opening', 'opening']);
    end();
    await process.stop();
  });
});

describe('a lock of the application', () => {
  it('is given up by the server before the client gives up its connection', async () => {
    const limit = sql`SELECT to_jsonb(current_setting('lock_timeout')) AS row`;
    expect(await write(world.process().core, ({ run }) => run(limit))).toEqual(['3s']);
  });
});

describe('a database that fails when an answer is written', () => {
  it('does not lose the answer: it is written again while the lease lasts', async () => {
    const process = world.process({ account: 'restart' });
    const id = world.newId();
    await world.write(process, (ledger) => ledger.open(cob(id)));
    const [command] = await claimCommands(process.core, 1);
    const { store } = process.core;
    let failures = 1;
    const failing = Object.create(store, {
      transaction: {
        value: (...args: Parameters<typeof store.transaction>) => {
          failures -= 1;
          if (failures === 0) return Promise.reject(new Error('the server is restarting'));
          return store.transaction(...args);
        },
      },
      tables: { value: store.tables },
      run: { value: store.run },
    }) as typeof store;
    await runCommand({ ...process.core, store: failing }, command!);
    expect(await process.ledger.get(id)).toMatchObject({ state: 'open' });
  });
});

describe('handlers', () => {
  it('of a process without handlers are told in the order of the changes, each once', async () => {
    const silent = world.process({ account: 'shared' });
    const { id, identifier } = await world.openCharge(silent);
    const heard: string[] = [];
    const process = world.process({ account: 'shared' });
    for (const name of ['A', 'B']) {
      process.on('opened', () => heard.push(`${name} opened`), `${name}.opened`);
      process.on('paid', () => heard.push(`${name} paid`), `${name}.paid`);
    }
    await pay(process, identifier!);
    expect(await process.ledger.get(id)).toMatchObject({ state: 'paid' });
    await process.settle(() => heard.length === 4);
    for (const name of ['A', 'B']) {
      const own = heard.filter((each) => each.startsWith(name));
      expect(own).toEqual([`${name} opened`, `${name} paid`]);
    }
  });

  it('that fail again after a person has let them retry become a task again', async () => {
    const process = world.process({ account: 'again', mostFailures: 1 });
    process.on('opened', () => {
      throw new Error('no such order');
    });
    const { id } = await world.openCharge(process);
    for (let round = 0; round < 2; round += 1) {
      await process.settle(async () => (await process.ledger.tasks({ charge: id })).length > 0);
      const [task] = await process.ledger.tasks({ charge: id });
      expect(task).toMatchObject({ reason: 'handler failed', about: 'Orders.opened' });
      await process.ledger.resolve(task!.number, { choice: 'retry' });
    }
    await process.settle(async () => (await process.ledger.tasks({ charge: id })).length > 0);
  });
});

describe('another version of the ledger', () => {
  it('may add columns, and commands and handlers that this one leaves alone', async () => {
    const process = world.process({ account: 'versions' });
    process.on('opened', () => undefined);
    await world.database.exec(`
      ALTER TABLE pix_charge ADD COLUMN later jsonb NOT NULL DEFAULT '{}';
      ALTER TABLE pix_command ADD COLUMN later text;
      ALTER TABLE pix_notice ADD COLUMN later text`);
    const { id } = await world.openCharge(process);
    const next = await world.openCharge(process);
    await world.database.exec(`
      INSERT INTO pix_command (account, charge, operation, due) VALUES ('versions', '${id}', 'split', now());
      INSERT INTO pix_notice (account, charge, event, handler, snapshot, due)
        VALUES ('versions', '${id}', 'opened', 'Later.opened', '{}', now())`);
    await world.write(process, (ledger) => ledger.cancel(id));
    await world.write(process, (ledger) => ledger.cancel(next.id));
    await process.until(next.id, 'cancelled');
    expect(await process.ledger.get(id)).toMatchObject({ state: 'cancelling' });
    expect(
      await world.rows(`SELECT attempts FROM pix_command WHERE operation = 'split'
        UNION ALL SELECT attempts FROM pix_notice WHERE handler = 'Later.opened'`),
    ).toEqual([{ attempts: 0 }, { attempts: 0 }]);
  });
});

describe('a revision whose answer is lost', () => {
  it('is done if the charge was paid by its new amount', async () => {
    const process = world.process({ account: 'revised' });
    const { id, identifier } = await world.openCharge(process, { valor: '30.00' });
    const body = { valor: { original: '40.00' } };
    await world.write(process, (ledger) => ledger.revise(id, body));
    await claimCommands(world.process({ account: 'revised' }).core, 1);
    await world.client.cob.revise(identifier!, body);
    await world.bank.control.pay(identifier!);
    await world.hurry();
    await process.until(id, 'paid');
    await process.settle(async () => (await process.ledger.status()).unsettled === 0);
    const history = await process.ledger.history(id);
    expect(history).toContainEqual(expect.objectContaining({ what: 'revise: done' }));
    expect(await process.ledger.tasks({ charge: id })).toEqual([]);
  });
});

describe('a tenant', () => {
  it('has charges of its own, at its own bank account', async () => {
    const asked: string[] = [];
    const process = world.process({
      account: 'factory',
      client: async (account) => {
        asked.push(account);
        return world.client;
      },
    });
    const shops = ['loja-1', 'loja-2'].map((name) => process.ledger.tenant(name));
    for (const shop of shops) {
      await world.database.transaction((tx) => shop.in(tx).open(cob('order-1')));
      expect(await shop.ready('order-1')).toMatchObject({ state: 'open', account: shop.account });
    }
    expect(asked).toEqual(['factory/loja-1', 'factory/loja-2']);
    expect(await process.ledger.get('order-1')).toBeUndefined();
    expect(await process.ledger.status()).toMatchObject({ unsettled: 0 });
  });
});

describe('a retry of a recurring charge', () => {
  const day = '2098-04-10';
  const tries: object[] = [];
  const record = () => ({ status: 'ATIVA', valor: { original: '35.00' }, tentativas: tries });
  let sent = 0;
  const cobR = {
    createWithTxid: async () => record(),
    get: async () => record(),
    retry: async () => {
      sent += 1;
      throw new Error('the connection was reset');
    },
  };
  const client = async () => ({ cobR }) as unknown as PixClient;

  it('is never sent twice: it is read until it is there, or a person decides', async () => {
    const process = world.process({ account: 'retries', client });
    const body = {
      idRec: 'RR1234567820240115abcdefghijk',
      calendario: { dataDeVencimento: '2098-04-01' },
      valor: { original: '35.00' },
      ajusteDiaUtil: true,
      recebedor: { agencia: '0001', conta: '12345', tipoConta: 'CORRENTE' as const },
    };
    await world.write(process, (ledger) => ledger.open({ id: 'c-1', cobr: body }));
    await process.ledger.ready('c-1');
    await world.write(process, (ledger) => ledger.retry('c-1', day));
    await world.write(process, (ledger) => ledger.retry('c-1', day));
    await process.engine.runOnce();
    await age('c-1');
    await process.settle(async () => (await process.ledger.tasks({ charge: 'c-1' })).length > 0);
    expect(sent).toBe(1);
    const [task] = await process.ledger.tasks({ charge: 'c-1' });
    expect(task).toMatchObject({
      reason: 'retry unclear',
      about: day,
      choices: ['retry', 'dismiss'],
    });
    await process.ledger.resolve(task!.number, { choice: 'retry' });
    await process.engine.runOnce();
    expect(sent).toBe(2);
    tries.push({ dataLiquidacao: day, tipo: 'RIFL' });
    await world.hurry();
    await process.settle(() => true);
    expect(sent).toBe(2);
    expect(await process.ledger.get('c-1')).toMatchObject({
      tentativas: [{ dataLiquidacao: day }],
    });
    expect((await process.ledger.status()).unsettled).toBe(0);
  });
});

describe('lists', () => {
  it('return payments, refunds and the money of each day, and watch() the changes of a charge', async () => {
    const process = world.process({ account: 'lists' });
    const { id, identifier } = await world.openCharge(process);
    const seen: string[] = [];
    const watching = (async () => {
      for await (const { state } of process.ledger.watch(id)) {
        seen.push(state);
        if (state === 'paid') return;
      }
    })();
    const endToEndId = await pay(process, identifier!);
    await watching;
    expect(seen.at(-1)).toBe('paid');
    await world.write(process, (ledger) =>
      ledger.refund({ endToEndId, refundId: 'r1', valor: '7.00' }),
    );
    await process.settle(
      async () => (await process.ledger.refunds({ state: 'returned' })).refunds.length === 1,
    );
    const { payments, next } = await process.ledger.payments({ meaning: 'full', limit: 1 });
    expect(payments).toMatchObject([{ endToEndId, charge: id, valor: '37.00' }]);
    expect(next).toBeUndefined();
    await process.ledger.payments({}, undefined);
    const other = buildPix({ valor: '1.00' });
    expect((await process.ledger.list({ ids: [id, other.endToEndId] })).charges).toHaveLength(1);
    const day = { inicio: new Date(Date.now() - 3_600_000), fim: new Date(Date.now() + 60_000) };
    const days = await process.ledger.days(day);
    expect(days.at(-1)).toMatchObject({ received: '37.00', refunded: '7.00' });
  });
});

describe('a bank that repeats only the amount of a charge', () => {
  it('changes nothing about what pays it', async () => {
    const own = await LedgerWorld.open({ hostile: ['minimal-fields'] });
    const process = own.process();
    const { control } = own.bank;
    const calendario = { expiracao: 86_400 * 30 };
    const troco = {
      valor: '5.00',
      modalidadeAlteracao: 0 as const,
      modalidadeAgente: 'AGTEC' as const,
      prestadorDoServicoDeSaque: '12345678',
    };
    const dataDeVencimento = new Date(control.clock.now() + 2 * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const devedor = { cpf: '12345678909', nome: 'Fulano de Tal' };
    const multa = { modalidade: 2 as const, valorPerc: '2.00' };
    const openings = [
      { id: 'cash', cob: { calendario, valor: { original: '10.00', retirada: { troco } } } },
      { id: 'open', cob: { calendario, valor: { original: '10.00', modalidadeAlteracao: 1 } } },
      {
        id: 'fine',
        cobv: { calendario: { dataDeVencimento }, devedor, valor: { original: '100.00', multa } },
      },
      {
        id: 'revised',
        cobv: { calendario: { dataDeVencimento }, devedor, valor: { original: '100.00' } },
      },
    ];
    try {
      for (const opening of openings)
        await own.write(process, (ledger) => ledger.open(opening as never));
      const txids = new Map<string, string>();
      for (const { id } of openings)
        txids.set(id, String((await process.ledger.ready(id)).identifier));
      await own.write(process, (ledger) => ledger.revise('revised', { valor: { multa } as never }));
      await process.settle(() => true);
      await control.pay(txids.get('cash')!);
      await control.pay(txids.get('open')!, { valor: '25.00' });
      control.clock.advance(5 * 86_400);
      for (const id of ['fine', 'revised']) await control.pay(txids.get(id)!);
      await own.rows('UPDATE pix_charge SET due = now()');
      for (const { id } of openings) await process.until(id, 'paid');
      const charges = await Promise.all(openings.map(({ id }) => process.ledger.get(id)));
      expect(charges.map((each) => each?.payments.map(({ valor }) => valor))).toEqual([
        ['15.00'],
        ['25.00'],
        ['102.00'],
        ['102.00'],
      ]);
      expect(await process.ledger.tasks()).toEqual([]);
    } finally {
      await own.close();
    }
  });
});

describe('a revision whose outcome is not known', () => {
  it('decides nothing about a payment of another amount', async () => {
    const process = world.process({ account: 'revising' });
    const { id, identifier } = await world.openCharge(process);
    const { faults } = world.bank.control;
    faults.add({ on: 'PATCH /cob/{txid}', kind: 'reset', when: 'before', count: 'always' });
    await world.write(process, (ledger) => ledger.revise(id, { valor: { original: '50.00' } }));
    await process.engine.runOnce();
    // A reading from before the revision, and a payment of the new amount.
    const record = { ...(await world.client.cob.get(identifier!)), status: 'CONCLUIDA' };
    const item = buildPix({ txid: identifier!, valor: '50.00' });
    await write(process.core, async (journal) => {
      await recordPix(journal, { account: 'revising', item, why: { cause: 'event' } });
      const charge = await journal.lock('revising', id);
      await applyRecord(journal, charge!, {
        record,
        why: { cause: 'call', what: 'read' },
        readAt: Date.now(),
      });
    });
    expect(await process.ledger.tasks({ charge: id })).toEqual([]);
    expect(await process.ledger.get(id)).toMatchObject({ payments: [{ meaning: undefined }] });
  });
});
