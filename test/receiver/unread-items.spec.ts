import { describe, expect, it } from '@jest/globals';
import { buildPix } from '../../devkit/testing.js';
import {
  PixConexaoException,
  PixErroServidorException,
  PixRecursoNaoEncontradoException,
} from '../../lib/errors/index.js';
import type { PixEvent } from '../../lib/receiver/events.js';
import { InMemoryReconcilerCursor } from '../../lib/receiver/index.js';
import { UnreadItems, type ReconciledAccount } from '../../lib/receiver/provider/reconciliation.js';
import { ManualRuntime } from '../support/manual-runtime.js';
import { RecordedLog } from './support/log.js';

const e2e = (index: number) => `E${String(index).padStart(31, '0')}`;
const unreadable = (index: number) => ({ ...buildPix({ endToEndId: e2e(index) }), valor: 'x' });

function open(get: (id: string) => object = (id) => buildPix({ endToEndId: id })) {
  const cursor = new InMemoryReconcilerCursor();
  const log = new RecordedLog();
  const read: string[] = [];
  const passed: PixEvent[] = [];
  const account = (tenant?: string): ReconciledAccount => ({
    receiver: 'default',
    tenant,
    recebidos: () => ({
      get: async (id) => (read.push(id), get(id)) as never,
      iterate: () => {
        throw new Error('unexpected call');
      },
    }),
  });
  const items = new UnreadItems(cursor, log, new ManualRuntime());
  const retry = (tenant?: string) =>
    items.retry(account(tenant), async (events) => (passed.push(...events), true));
  return { cursor, log, read, passed, account, items, retry };
}

describe('UnreadItems', () => {
  it('tries only the dead letters of the tenant', async () => {
    const { items, account, retry, read, cursor } = open();
    await items.keep(unreadable(1), account('a'), false);
    await items.keep(unreadable(2), account('b'), false);
    await retry('b');
    await retry();
    expect(read).toEqual([e2e(2)]);
    expect(cursor.deadLetters()).toMatchObject([{ tenant: 'a' }]);
  });

  it('reads at most 100 of them in one run, and all of them in turn', async () => {
    const { items, account, retry, read } = open(() => unreadable(0));
    for (let index = 0; index < 150; index += 1) {
      await items.keep(unreadable(index), account(), false);
    }
    await retry();
    expect(read).toHaveLength(100);
    await retry();
    expect(new Set(read).size).toBe(150);
    await retry();
    expect(read).toHaveLength(250);
  });

  it('passes on what the provider has, never what the cursor holds', async () => {
    const { items, account, retry, read, passed } = open(() =>
      buildPix({ endToEndId: e2e(1), valor: '37.00' }),
    );
    const forged = buildPix({ endToEndId: e2e(1), valor: '1000000.00' });
    await items.keep(forged, account(), false);
    await retry();
    expect(read).toEqual([e2e(1)]);
    expect(passed).toMatchObject([{ payload: { valor: '37.00' } }]);
  });

  it('keeps a letter that cannot be opened, says how to list its Pix again, and reads the others', async () => {
    const { items, account, retry, cursor, passed, log } = open();
    const since = new Date(0).toISOString();
    cursor.addDeadLetter({ key: 'pix:changed', since, refundsOnly: false });
    await items.keep(unreadable(1), account(), false);
    await retry();
    expect(passed).toHaveLength(1);
    expect(cursor.deadLetters()).toMatchObject([{ key: 'pix:changed' }]);
    expect(log.text).toMatch(/Dead letter pix:changed cannot be opened: .*run\(\) with a period/);
  });

  it('keeps an item if the provider returns another record, or has none', async () => {
    const answers: (() => object)[] = [
      () => buildPix({ endToEndId: e2e(9) }),
      () => {
        throw new PixRecursoNaoEncontradoException({ title: 'x', status: 404 });
      },
    ];
    const { items, account, retry, cursor, passed, log } = open(() => answers.shift()!());
    await items.keep(unreadable(1), account(), false);
    await items.keep(unreadable(2), account(), false);
    await retry();
    expect(answers).toEqual([]);
    expect(passed).toEqual([]);
    expect(cursor.deadLetters()).toHaveLength(2);
    expect(log.text).not.toContain('Could not try');
  });

  it.each([0, 1, 2, 3])('reads the others if number %d cannot be read for good', async (broken) => {
    const { items, account, retry, cursor, passed, log } = open((id) => {
      if (id === e2e(broken)) throw new PixErroServidorException({ title: 'x', status: 500 });
      return buildPix({ endToEndId: id });
    });
    for (const index of [0, 1, 2, 3]) await items.keep(unreadable(index), account(), false);
    await retry();
    expect(passed).toHaveLength(3);
    expect(cursor.deadLetters()).toMatchObject([{ item: { endToEndId: e2e(broken) } }]);
    expect(log.text).toMatch(/Could not try dead letter pix:\S+ again: PixErroServidorException/);
  });

  it('stops at the third that fails, and continues with the following in the next run', async () => {
    const { items, account, retry, read, cursor } = open(() => {
      throw new PixConexaoException({ title: 'Sem conexão' });
    });
    for (const index of [0, 1, 2, 3]) await items.keep(unreadable(index), account(), false);
    await retry();
    expect(read).toEqual([0, 1, 2].map(e2e));
    await retry();
    expect(read).toEqual([0, 1, 2, 3].map(e2e));
    expect(cursor.deadLetters()).toHaveLength(4);
  });

  it.each([
    ['txId', 'a'.repeat(26), false],
    ['txid', 'a'.repeat(26), false],
    ['tx_id', null, true],
    ['txId', '', true],
  ])('an item with %s %j whose Pix has no txid is settled: %j', async (name, value, settled) => {
    const { txid: _, ...without } = buildPix({ endToEndId: e2e(1) });
    const { items, account, retry, cursor, passed } = open(() => without);
    await items.keep({ ...without, valor: 'x', [name]: value }, account(), false);
    await retry();
    expect(passed).toHaveLength(settled ? 1 : 0);
    expect(cursor.deadLetters()).toHaveLength(settled ? 0 : 1);
  });

  it('does not take the refunds of an item for the item', async () => {
    const { items, account, cursor } = open();
    const item = unreadable(1);
    for (const refundsOnly of [true, false, false]) await items.keep(item, account(), refundsOnly);
    expect(cursor.deadLetters().map(({ refundsOnly }) => refundsOnly)).toEqual([true, false]);
  });
});
