import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Logger } from '@nestjs/common';
import { claimCommands } from '../../lib/ledger/commands.js';
import { write } from '../../lib/ledger/journal.js';
import { recordPix } from '../../lib/ledger/payments.js';
import type { PixCharge } from '../../lib/ledger/public.js';
import { cob, type LedgerProcess, LedgerWorld } from './support/ledger-world.js';

let world: LedgerWorld;

beforeAll(async () => {
  world = await LedgerWorld.open({ refundDelay: 0 });
});
afterEach(() => world.bank.control.faults.clear());
afterAll(() => world.close());

const own = async (id: string) => (await world.process().ledger.get(id))!;
const txids = async () => {
  const period = { inicio: new Date(Date.now() - 600_000), fim: new Date(Date.now() + 60_000) };
  const found: string[] = [];
  for await (const { txid } of world.client.cob.iterate(period)) found.push(txid);
  return found;
};

describe('a creation', () => {
  it('is read first after a crash that may have sent it, and not sent again', async () => {
    const [died, process] = [world.process(), world.process()];
    const id = world.newId();
    const { identifier } = await world.write(died, (ledger) => ledger.open(cob(id)));
    const [command] = await claimCommands(died.core, 1);
    expect(command).toMatchObject({ operation: 'create', sent_at: null, attempts: 1 });
    await world.client.cob.createWithTxid(identifier!, command!.body as never);
    expect(await process.engine.runOnce()).toBe(0); // the lease of the process that died
    await world.hurry();
    world.bank.control.faults.add({
      on: 'cob.createWithTxid',
      kind: 'status',
      status: 500,
      count: 'always',
    });
    await process.until(id, 'open');
    expect((await txids()).filter((txid) => txid === identifier)).toHaveLength(1);
    expect(await process.ledger.history(id)).toMatchObject([
      { what: 'open' },
      { what: 'create: done', attempts: 2 },
    ]);
  });

  it('is sent after a crash before it was sent', async () => {
    const [died, process] = [world.process(), world.process()];
    const id = world.newId();
    await world.write(died, (ledger) => ledger.open(cob(id)));
    await claimCommands(died.core, 1);
    await world.hurry();
    await process.until(id, 'open');
  });

  it('stays opening while the outcome is unknown, and does not hold up others', async () => {
    const process = world.process({ deadline: 1000 });
    const [stuck, other] = [world.newId(), world.newId()];
    const { identifier } = await world.write(process, (ledger) => ledger.open(cob(stuck)));
    await world.write(process, (ledger) => ledger.open(cob(other)));
    const params = { txid: identifier! };
    world.bank.control.faults.add({
      on: 'cob',
      kind: 'reset',
      when: 'after',
      params,
      count: 'always',
    });
    await process.until(other, 'open');
    expect(await own(stuck)).toMatchObject({ state: 'opening' });
    expect(await process.ledger.status()).toMatchObject({ unsettled: 1 });
    world.bank.control.faults.clear();
    await process.until(stuck, 'open');
    expect(await process.ledger.status()).toMatchObject({ unsettled: 0, oldestUnsettled: 0 });
  });

  it('is refused by a definite answer, which ends its other commands', async () => {
    const process = world.process();
    const id = world.newId();
    await world.write(process, (ledger) => ledger.open(cob(id)));
    await world.write(process, (ledger) => ledger.revise(id, { valor: { original: '38.00' } }));
    world.bank.control.faults.add({
      on: 'cob.createWithTxid',
      kind: 'status',
      status: 400,
      count: 'always',
    });
    await process.until(id, 'refused');
    expect(await process.ledger.status()).toMatchObject({ unsettled: 0 });
  });

  it('is repeated while the credentials are refused', async () => {
    const process = world.process();
    const id = world.newId();
    await world.write(process, (ledger) => ledger.open(cob(id)));
    world.bank.control.faults.add({
      on: 'cob.createWithTxid',
      kind: 'status',
      status: 403,
      count: 2,
    });
    await process.until(id, 'open');
  });

  it('is written by one process only, also if the first one answers after its lease', async () => {
    const [slow, process] = [world.process(), world.process()];
    const id = world.newId();
    await world.write(slow, (ledger) => ledger.open(cob(id)));
    const [first] = await claimCommands(slow.core, 1);
    await world.hurry();
    const [second] = await claimCommands(process.core, 1);
    expect(second!.fence).toBe(first!.fence + 1);
    const { runCommand } = await import('../../lib/ledger/commands.js');
    await runCommand(slow.core, first!);
    expect(await own(id)).toMatchObject({ state: 'opening' });
    await runCommand(process.core, second!);
    expect(await own(id)).toMatchObject({ state: 'open' });

    await world.write(process, (ledger) => ledger.revise(id, { valor: { original: '38.00' } }));
    const [stopped] = await claimCommands(slow.core, 1);
    await world.hurry();
    const [last] = await claimCommands(process.core, 1);
    await runCommand(slow.core, stopped!);
    const readDue = () =>
      world.rows(`SELECT due IS NULL AS done FROM pix_command WHERE number = ${last!.number}`);
    expect(await readDue()).toEqual([{ done: false }]);
    await runCommand(process.core, last!);
    expect(await readDue()).toEqual([{ done: true }]);
  });
});

describe('commands of a charge', () => {
  it('run one at a time, in their order', async () => {
    const process = world.process();
    const id = world.newId();
    await world.write(process, async (ledger) => {
      await ledger.open(cob(id));
      await ledger.revise(id, { valor: { original: '38.00' } });
      await ledger.revise(id, { valor: { original: '39.00' } });
    });
    expect(await claimCommands(process.core, 10)).toMatchObject([{ operation: 'create' }]);
    expect(await claimCommands(process.core, 10)).toEqual([]);
    await world.hurry();
    await process.settle(async () => (await own(id)).revisao === 2);
    expect(await own(id)).toMatchObject({ state: 'open', valor: '39.00' });
  });

  it('cancel the charge; it is cancelled only after a reading that shows it', async () => {
    const process = world.process();
    const told: string[] = [];
    process.on('cancelled', (charge) => told.push((charge as PixCharge).id));
    const { id } = await world.openCharge(process);
    await world.write(process, (ledger) => ledger.cancel(id));
    expect(await own(id)).toMatchObject({ state: 'cancelling' });
    await process.engine.runOnce();
    expect(await own(id)).toMatchObject({
      state: 'cancelling',
      status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
    });
    await process.until(id, 'cancelled');
    await process.settle(() => told.length > 0);
    expect(told).toEqual([id]);
    await expect(world.write(process, (ledger) => ledger.revise(id, {}))).rejects.toThrow(
      'is cancelled',
    );
  });

  it('leave a charge paid that was paid before it could be cancelled', async () => {
    const process = world.process();
    const { id, identifier } = await world.openCharge(process);
    await world.write(process, (ledger) => ledger.cancel(id));
    await world.bank.control.pay(identifier!);
    await process.until(id, 'paid');
    expect(await process.ledger.tasks({ charge: id })).toEqual([]);
  });

  it('make a task of a revision that comes after the payment', async () => {
    const process = world.process();
    const { id, identifier } = await world.openCharge(process);
    await world.bank.control.pay(identifier!);
    await world.write(process, (ledger) => ledger.revise(id, { valor: { original: '38.00' } }));
    await process.until(id, 'paid');
    await process.settle(async () => (await process.ledger.tasks({ charge: id })).length > 0);
    expect(await process.ledger.tasks({ charge: id })).toMatchObject([
      { reason: 'revise refused', choices: ['dismiss'] },
    ]);
    expect(await own(id)).toMatchObject({ state: 'paid', valor: '37.00' });
  });

  it('leave a task with a reason of a newer version to a person', async () => {
    const process = world.process();
    const { id } = await world.openCharge(process);
    await world.rows(`INSERT INTO pix_task (account, key, reason, charge)
      VALUES ('default', 'command:0:0', 'unheard of', '${id}')`);
    const [task] = await process.ledger.tasks({ charge: id });
    expect(task).toMatchObject({ reason: 'unheard of', choices: [] });
    await expect(process.ledger.resolve(task!.number, { choice: 'dismiss' })).rejects.toThrow(
      'allows no decision',
    );
  });

  /** Opens a charge whose cancellation the bank refuses. */
  const openUncancelled = async (process: LedgerProcess) => {
    const { id, identifier } = await world.openCharge(process);
    world.bank.control.faults.add({
      on: 'cob.revise',
      kind: 'status',
      status: 422,
      count: 'always',
    });
    await world.write(process, (ledger) => ledger.cancel(id));
    await process.until(id, 'open');
    world.bank.control.faults.clear();
    const [task] = await process.ledger.tasks({ charge: id });
    expect(task).toMatchObject({ reason: 'cancel refused', choices: ['retry', 'dismiss'] });
    return { id, identifier: identifier!, number: task!.number };
  };

  it('make a task of a cancellation that the bank refuses', async () => {
    const process = world.process();
    const { id, number } = await openUncancelled(process);
    await process.ledger.resolve(number, { choice: 'retry' });
    await process.until(id, 'cancelled');
  });

  it('refuse to cancel again what was paid meanwhile: the task waits', async () => {
    const process = world.process();
    const { id, identifier, number } = await openUncancelled(process);
    const item = await world.bank.control.pay(identifier);
    const why = { cause: 'event' } as const;
    await write(process.core, (journal) => recordPix(journal, { account: 'default', item, why }));
    await process.until(id, 'paid');
    const again = process.ledger.resolve(number, { choice: 'retry' });
    await expect(again).rejects.toThrow(`The task ${number} allows dismiss.`);
    expect(await process.ledger.tasks({ charge: id })).toMatchObject([
      { number, choices: ['dismiss'] },
    ]);
    await process.ledger.resolve(number, { choice: 'dismiss' });
  });

  it('offer of other tasks only what a paid charge allows', async () => {
    const process = world.process();
    const { id, identifier } = await world.openCharge(process);
    await world.rows(`INSERT INTO pix_task (account, key, reason, charge)
      VALUES ('default', 'a ${id}', 'retry unclear', '${id}'), ('default', 'b ${id}', 'late', '${id}')`);
    const choices = async () =>
      (await process.ledger.tasks({ charge: id })).map((each) => each.choices);
    expect(await choices()).toEqual([
      ['retry', 'dismiss'],
      ['refund', 'accept', 'dismiss'],
    ]);
    const item = await world.bank.control.pay(identifier!);
    const why = { cause: 'event' } as const;
    await write(process.core, (journal) => recordPix(journal, { account: 'default', item, why }));
    await process.until(id, 'paid');
    expect(await choices()).toEqual([['dismiss'], ['refund', 'dismiss']]);
  });
});

describe('the end of a charge', () => {
  it('is known after a reading that follows the last instant of payment', async () => {
    const process = world.process();
    const { id } = await world.openCharge(process, { expiracao: 1 });
    await process.until(id, 'expired');
    expect(Date.now()).toBeGreaterThan((await own(id)).payableUntil!.getTime());
  });

  it('does not expire a charge that was paid without a notification', async () => {
    const process = world.process();
    const { id, identifier } = await world.openCharge(process, { expiracao: 1 });
    await world.bank.control.pay(identifier!);
    await process.until(id, 'paid');
    expect(await own(id)).toMatchObject({ payments: [{ meaning: 'full' }] });
  });

  it('is not decided while the bank cannot be read', async () => {
    const process = world.process({ deadline: 1000 });
    const { id } = await world.openCharge(process, { expiracao: 1 });
    world.bank.control.faults.add({ on: 'cob.get', kind: 'status', status: 503, count: 'always' });
    const until = Date.now() + 3000;
    await process.settle(() => Date.now() > until);
    expect(await own(id)).toMatchObject({ state: 'open' });
    world.bank.control.faults.clear();
    await process.until(id, 'expired');
  });

  it('follows the bank that removes the charge', async () => {
    const process = world.process();
    const { id, identifier } = await world.openCharge(process);
    await world.bank.control.removeByProvider(identifier!);
    await world.rows(`UPDATE pix_charge SET due = now() WHERE id = '${id}'`);
    await process.until(id, 'cancelled');
  });
});

describe('the background work', () => {
  it('goes on while there is something to do, without a pause between', async () => {
    const process = world.process({ account: 'busy', concurrency: 2, poll: 3_600_000 });
    const ids = Array.from({ length: 7 }, () => world.newId());
    for (const id of ids) await world.write(process, (ledger) => ledger.open(cob(id)));
    process.engine.start();
    const isOpen = async () => (await process.ledger.list({ state: 'open' })).charges.length === 7;
    while (!(await isOpen())) await new Promise((resolve) => setTimeout(resolve, 20));
    await process.stop();
    expect((await process.ledger.list()).charges.map(({ state }) => state)).toEqual(
      ids.map(() => 'open'),
    );
  });
});

describe('handlers that do not end', () => {
  it('are reported once when they hold up others', async () => {
    const logger = { warn: jest.fn(), error: jest.fn(), log: jest.fn() };
    const options = { account: 'hung', concurrency: 1, poll: 10, deadline: 1000, lease: 2100 };
    const process = world.process({ ...options, logger: logger as unknown as Logger });
    let end: () => void = () => undefined;
    const hang = new Promise<void>((resolve) => (end = resolve));
    process.on('opened', () => hang);
    await world.openCharge(process);
    process.engine.start();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(logger.warn).not.toHaveBeenCalled(); // nothing waits for the place
    await world.openCharge(process);
    while (logger.warn.mock.calls.length === 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 500));
    end();
    await process.stop();
    expect(logger.warn.mock.calls).toEqual([
      [expect.stringContaining('Orders.opened: 1 at once for 2.1 seconds, and others wait.')],
    ]);
  });
});

describe('a refund', () => {
  it('whose answer is lost is read, and not made twice', async () => {
    const process = world.process({ deadline: 1000 });
    const { id, identifier } = await world.openCharge(process);
    const { endToEndId } = await world.bank.control.pay(identifier!);
    await world.rows(`UPDATE pix_charge SET due = now() WHERE id = '${id}'`);
    await process.until(id, 'paid');
    world.bank.control.faults.add({
      on: ['pix.refund', 'pix.getRefund'],
      kind: 'hang',
      when: 'after',
      count: 3,
    });
    await world.write(process, (ledger) =>
      ledger.refund({ endToEndId, refundId: 'once', valor: '10.00' }),
    );
    await process.settle(async () => (await own(id)).refunds[0]?.state === 'returned', 40);
    const { devolucoes } = await world.client.recebidos.get(endToEndId);
    expect(devolucoes).toMatchObject([{ id: 'once', valor: '10.00' }]);
  });
});
