import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { claimCommands } from '../../lib/ledger/commands.js';
import { write } from '../../lib/ledger/journal.js';
import { createLedgerEvents } from '../../lib/ledger/payments.js';
import type { PixCharge } from '../../lib/ledger/public.js';
import { LedgerWorld, rec } from './support/ledger-world.js';

let world: LedgerWorld;

beforeAll(async () => {
  world = await LedgerWorld.open({ rules: 'specification' });
});
afterAll(() => world.close());

const created = async () => {
  const period = { inicio: new Date(Date.now() - 600_000), fim: new Date(Date.now() + 60_000) };
  const found: string[] = [];
  for await (const { idRec } of world.client.rec.iterate(period)) found.push(idRec);
  return found;
};

describe('a recurrence', () => {
  it('takes the identifier that the bank chooses, and ends as the bank says', async () => {
    const process = world.process();
    await world.write(process, (ledger) => ledger.open({ id: 'r-1', rec: rec('1') }));
    const { identifier } = await process.ledger.ready('r-1');
    expect(await created()).toEqual([identifier]);
    expect(await process.ledger.get('r-1')).toMatchObject({
      state: 'open',
      status: 'CRIADA',
      valor: '35.00',
    });
    await world.write(process, (ledger) => ledger.cancel('r-1'));
    expect(await process.until('r-1', 'cancelled')).toMatchObject({ status: 'CANCELADA' });
  });

  it('is searched for after a crash that may have created it, and never created twice', async () => {
    const process = world.process();
    await world.write(process, (ledger) => ledger.open({ id: 'r-2', rec: rec('2') }));
    const [command] = await claimCommands(world.process().core, 1);
    const { idRec } = await world.client.rec.create(command!.body as never);
    await world.hurry();
    expect(await process.until('r-2', 'open')).toMatchObject({ identifier: idRec });
    expect((await created()).filter((each) => each === idRec)).toHaveLength(1);
    expect(await created()).toHaveLength(2);
  });

  // The contract of r-2, so that its record is found, which belongs to another charge.
  it('whose creation stays unclear is a task; a person lets it be sent again', async () => {
    const process = world.process();
    await world.write(process, (ledger) => ledger.open({ id: 'r-3', rec: rec('2') }));
    await claimCommands(world.process().core, 1);
    await world.hurry();
    await process.engine.runOnce();
    expect(await process.ledger.get('r-3')).toMatchObject({ state: 'opening' });
    await world.rows(
      `UPDATE pix_command SET sent_at = now() - interval '3 minutes' WHERE charge = 'r-3'`,
    );
    await world.hurry();
    await process.settle(async () => (await process.ledger.tasks({ charge: 'r-3' })).length > 0);
    expect(await created()).toHaveLength(2);
    const [task] = await process.ledger.tasks({ charge: 'r-3' });
    expect(task).toMatchObject({
      reason: 'creation unclear',
      choices: ['assign', 'retry', 'dismiss'],
    });
    await process.ledger.resolve(task!.number, { choice: 'retry' });
    await process.until('r-3', 'open');
    expect(await created()).toHaveLength(3);
  });

  it('that a person assigns to what the bank does not have is not created, and a task again', async () => {
    const process = world.process();
    await world.write(process, (ledger) => ledger.open({ id: 'r-6', rec: rec('6') }));
    const [command] = await claimCommands(world.process().core, 1);
    const { idRec } = await world.client.rec.create(command!.body as never);
    const before = (await created()).length;
    const resolve = async (to: string) => {
      const [task] = await process.ledger.tasks({ charge: 'r-6' });
      await process.ledger.resolve(task!.number, { choice: 'assign', to });
    };
    const asks = async () => (await process.ledger.tasks({ charge: 'r-6' })).length > 0;
    await world.rows(`UPDATE pix_command SET sent_at = now() - interval '3 minutes', due = 'infinity', lease_until = NULL
      WHERE charge = 'r-6'`);
    await write(process.core, (journal) =>
      journal.addTask({
        account: 'default',
        key: `command:${command!.number}:1`,
        reason: 'creation unclear',
        charge: 'r-6',
      }),
    );
    await expect(resolve('r-6')).rejects.toThrow('assign requires `to`: the idRec');
    const { identifier } = (await process.ledger.get('r-3'))!;
    await expect(resolve(identifier!)).rejects.toThrow('The charge "r-3" has this idRec.');
    await resolve('RN1234567820240115abcdefghijk');
    await process.settle(asks);
    expect(await process.ledger.get('r-6')).toMatchObject({
      state: 'opening',
      identifier: undefined,
    });
    await resolve(idRec);
    expect(await process.until('r-6', 'open')).toMatchObject({ identifier: idRec });
    expect(await created()).toHaveLength(before);
  });

  it('is not revised or retried as what it is not', async () => {
    const process = world.process();
    const retry = world.write(process, (ledger) => ledger.retry('r-3', '2030-01-01'));
    await expect(retry).rejects.toThrow('Only a cobr can be retried');
  });

  it('is read until it shows the status that was notified, or for some minutes', async () => {
    const process = world.process({ account: 'notified' });
    await world.write(process, (ledger) => ledger.open({ id: 'r-n', rec: rec('n') }));
    const { identifier } = await process.ledger.ready('r-n');
    const Events = createLedgerEvents('core', 'notified', 'default');
    const events = new Events({ core: process.core }) as {
      recurrence(rec: object, context: object): Promise<void>;
    };
    const notice = { idRec: identifier, status: 'APROVADA' };
    const wait = async () => {
      const [row] = await world.rows(`SELECT extract(epoch FROM due - now())::float8 AS seconds,
        checks, snapshot ? 'notified' AS waits FROM pix_charge WHERE account = 'notified'`);
      return row as { seconds: number; checks: number; waits: boolean };
    };
    const isSoon = async () => (await wait()).seconds < 60;
    const day = 86_400;
    await process.settle(async () => !(await isSoon()));
    await events.recurrence(notice, { tenant: undefined });
    await process.engine.runOnce();
    expect(await wait()).toMatchObject({ checks: 1, waits: true });
    expect(await isSoon()).toBe(true);
    await world.rows(`UPDATE pix_charge SET checks = 20, due = now() WHERE account = 'notified'`);
    await process.settle(async () => !(await isSoon()));
    expect(await wait()).toMatchObject({ checks: 0, waits: false });
    await events.recurrence(notice, { tenant: undefined });
    await process.engine.runOnce();
    await world.bank.control.approve(identifier!);
    await process.settle(async () => (await process.ledger.get('r-n'))?.status === 'APROVADA');
    const { seconds, waits } = await wait();
    expect([waits, seconds > day / 2]).toEqual([false, true]);
  });

  it('tells the handlers once that the payer has approved it', async () => {
    const heard: unknown[] = [];
    const process = world.process().on('approved', (charge) => {
      const { id, status } = charge as PixCharge;
      heard.push([id, status]);
    });
    await world.write(process, (ledger) => ledger.open({ id: 'r-4', rec: rec('4') }));
    const { identifier } = await process.ledger.ready('r-4');
    await world.bank.control.approve(identifier!);
    for (let round = 0; round < 2; round += 1) {
      await world.rows(`UPDATE pix_charge SET due = now() WHERE id = 'r-4'`);
      await process.settle(async () => (await process.ledger.get('r-4'))?.status === 'APROVADA');
    }
    expect(heard).toEqual([['r-4', 'APROVADA']]);
  });

  it('with a location has the text of its QR Code at once', async () => {
    const process = world.process();
    const { id: loc } = await world.client.locRec.create();
    await world.write(process, (ledger) => ledger.open({ id: 'r-5', rec: { ...rec('5'), loc } }));
    expect(await process.ledger.ready('r-5')).toMatchObject({
      state: 'open',
      pixCopiaECola: expect.stringMatching(/br\.gov\.bcb\.pix/),
    });
  });
});
