import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { claimNotices } from '../../lib/ledger/notices.js';
import type { PixCharge, PixLedgerContext, PixTask } from '../../lib/ledger/public.js';
import { LedgerWorld, type LedgerProcess } from './support/ledger-world.js';

let world: LedgerWorld;

beforeAll(async () => {
  world = await LedgerWorld.open();
  await world.database.exec('CREATE TABLE effects (charge text NOT NULL, what text NOT NULL)');
});
afterAll(() => world.close());

const effects = async (id: string) =>
  (await world.rows(`SELECT what FROM effects WHERE charge = '${id}'`)).map(({ what }) => what);

const insert = 'INSERT INTO effects VALUES ($1, $2)';

/** Opens and pays a charge, and lets the ledger notice. */
async function openAndPay(process: LedgerProcess): Promise<string> {
  const { id, identifier } = await world.openCharge(process);
  await world.bank.control.pay(identifier!);
  await world.rows(`UPDATE pix_charge SET due = now() WHERE id = '${id}'`);
  return id;
}

describe('a handler', () => {
  it('has its effect once, in one commit with the completion of its notice', async () => {
    const process = world.process({ account: 'once' });
    let runs = 0;
    process.on('paid', async (charge, context) => {
      await context.transaction(async (client) => {
        await client.query(insert, [(charge as PixCharge).id, 'paid']);
        runs += 1;
        if (runs === 1) throw new Error('no such order');
      });
    });
    const id = await openAndPay(process);
    await process.settle(() => runs === 2);
    expect(await effects(id)).toEqual(['paid']);
    await world.hurry();
    await process.settle(() => true);
    expect(runs).toBe(2);
  });

  it('that catches the failure of its transaction runs again, and becomes a task', async () => {
    const process = world.process({ account: 'caught', mostFailures: 2 });
    process.on('opened', async (_charge, context) => {
      for (let tries = 0; tries < 2; tries += 1) {
        const work = () => Promise.reject(new Error('no such order'));
        await context.transaction(work).catch(() => undefined);
      }
    });
    process.on('paid', async (charge, context) => {
      const work = () => Promise.reject(new Error('the first try'));
      await context.transaction(work).catch(() => undefined);
      await context.transaction((client) =>
        client.query(insert, [(charge as PixCharge).id, 'paid']),
      );
    });
    const id = await openAndPay(process);
    await process.settle(async () => (await effects(id)).length > 0);
    expect(await process.ledger.tasks({ charge: id })).toMatchObject([
      { reason: 'handler failed', about: 'Orders.opened' },
    ]);
    expect(await process.ledger.status()).toMatchObject({ unsettled: 0 });
  });

  it('that loses its lease cannot commit: its successor has the effect', async () => {
    const [slow, process] = [1, 2].map(() => world.process({ account: 'fence' }));
    const run = async (charge: PixCharge | PixTask, context: PixLedgerContext) => {
      await context.transaction((client) =>
        client.query(insert, [(charge as PixCharge).id, 'paid']),
      );
    };
    for (const each of [slow!, process!]) each.on('paid', run);
    const id = await openAndPay(process!);
    await process!.settle(async () => (await process!.ledger.get(id))!.state === 'paid', 5);
    await world.database.exec(
      `UPDATE pix_notice SET due = now(), completed_at = NULL; DELETE FROM effects`,
    );
    const [held] = await claimNotices(slow!.core, slow!.handlers, 1);
    await world.hurry();
    await process!.settle(async () => (await effects(id)).length === 1);
    const { runNotice } = await import('../../lib/ledger/notices.js');
    await expect(runNotice(slow!.core, slow!.handlers[0]!, held!)).rejects.toMatchObject({
      name: 'LeaseLostError',
    });
    expect(await effects(id)).toEqual(['paid']);
  });

  it('hears of the changes of a charge in their order', async () => {
    const process = world.process({ account: 'order' });
    const heard: string[] = [];
    let isBroken = true;
    process.on('opened', () => {
      if (isBroken) throw new Error('not yet');
      heard.push('opened');
    });
    process.on('paid', () => heard.push('paid'));
    const id = await openAndPay(process);
    await process.settle(async () => (await process.ledger.get(id))!.state === 'paid');
    expect(heard).toEqual([]);
    isBroken = false;
    await world.hurry();
    await process.settle(() => heard.length === 2);
    expect(heard).toEqual(['opened', 'paid']);
  });

  it('becomes a task after its last failure, does not hold up others, and is retried by a person', async () => {
    const process = world.process({ account: 'fails', mostFailures: 2 });
    let isBroken = true;
    const heard: string[] = [];
    process.on('opened', () => {
      if (isBroken) throw new Error('broken');
      heard.push('opened');
    });
    process.on('paid', () => heard.push('paid'));
    const told: (PixCharge | PixTask)[] = [];
    process.on('task', (task) => told.push(task));
    await openAndPay(process);
    await process.settle(() => told.length > 0 && heard.length > 0);
    expect(told).toMatchObject([{ reason: 'handler failed', about: 'Orders.opened' }]);
    expect(heard).toEqual(['paid']);
    const [task] = await process.ledger.tasks();
    isBroken = false;
    await process.ledger.resolve(task!.number, { choice: 'retry', by: 'ana' });
    await process.settle(() => heard.length === 2);
    const decided = { what: 'task handler failed: retry', by: 'ana' };
    expect(await process.ledger.history(task!.charge!)).toContainEqual(
      expect.objectContaining(decided),
    );
  });

  it('becomes a task of its own where another handler of the change fails as well', async () => {
    const process = world.process({ account: 'two', mostFailures: 2 });
    const fail = () => Promise.reject(new Error('broken'));
    process.on('opened', fail, 'Orders.opened').on('opened', fail, 'Mail.opened');
    const { id } = await world.openCharge(process);
    const tasks = () => process.ledger.tasks({ charge: id });
    await process.settle(async () => (await tasks()).length > 0);
    expect((await tasks()).map(({ about }) => about).sort()).toEqual([
      'Mail.opened',
      'Orders.opened',
    ]);
  });

  it('of tasks that fails makes no tasks of its own', async () => {
    const process = world.process({ account: 'endless', mostFailures: 2 });
    let runs = 0;
    process.on('opened', () => Promise.reject(new Error('broken')));
    process.on('task', () => Promise.reject(new Error(`broken ${(runs += 1)}`)));
    await world.openCharge(process);
    await process.settle(() => runs === 2);
    await world.hurry();
    await process.settle(() => true);
    expect(runs).toBe(2);
    expect(await process.ledger.tasks()).toMatchObject([{ about: 'Orders.opened' }]);
    expect(await process.ledger.status()).toMatchObject({ unsettled: 0, tasks: 1 });
  });

  it('that ends its process each time becomes a task, too', async () => {
    const process = world.process({ account: 'ends', mostFailures: 2 });
    const heard: string[] = [];
    process.on('opened', () => heard.push('opened'));
    const { id } = await world.openCharge(process);
    await world.rows(`UPDATE pix_notice SET attempts = 2 WHERE account = 'ends'`);
    await process.settle(async () => (await process.ledger.tasks({ charge: id })).length > 0);
    expect(heard).toEqual([]);
    const [task] = await process.ledger.tasks({ charge: id });
    await process.ledger.resolve(task!.number, { choice: 'retry' });
    await process.settle(() => heard.length > 0);
  });

  it('hears of what a process without handlers has moved, and not of what it does not know', async () => {
    const [silent, other, process] = [1, 2, 3].map(() => world.process({ account: 'silent' }));
    const { id } = await world.openCharge(silent!);
    const heard: unknown[] = [];
    other!.on('opened', () => undefined, 'Removed.opened');
    process!.on('opened', (charge) => heard.push((charge as PixCharge).id));
    await process!.settle(() => heard.length > 0);
    expect(heard).toEqual([id]);
    const next = await world.openCharge(other!);
    await process!.engine.runOnce();
    expect(heard).toEqual([id]);
    expect(await other!.ledger.status()).toMatchObject({ unsettled: 1 });
    await other!.settle(() => true);
    expect(next.state).toBe('open');
  });

  it('completes its notice in a transaction of its own library', async () => {
    const process = world.process({ account: 'own' });
    const works = [true, false];
    process.on('paid', async (charge, context) => {
      await world.database.transaction(async (tx) => {
        await context.completeIn(tx);
        await tx.query(insert, [(charge as PixCharge).id, 'paid']);
        if (works.shift()) throw new Error('rolled back');
      });
    });
    const id = await openAndPay(process);
    await process.settle(() => works.length === 0);
    expect(await effects(id)).toEqual(['paid']);
  });
});
