import { describe, expect, it } from '@jest/globals';
import { buildPix } from '../../devkit/testing.js';
import { PixConexaoException, PixRecursoNaoEncontradoException } from '../../lib/errors/index.js';
import type { PixEvent } from '../../lib/receiver/events.js';
import { InMemoryReconcilerCursor } from '../../lib/receiver/index.js';
import { UnreadItems } from '../../lib/receiver/provider/listing.js';
import type { ReconciledAccount } from '../../lib/receiver/provider/reconciliation.js';
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

  it('reads an item that this version of the library can read without the provider', async () => {
    const { items, account, retry, read, passed } = open();
    await items.keep(buildPix(), account(), false);
    await retry();
    expect(read).toEqual([]);
    expect(passed).toHaveLength(1);
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

  it('stops at the first that cannot be read because the provider is unreachable', async () => {
    const { items, account, retry, read, log, cursor } = open(() => {
      throw new PixConexaoException({ title: 'Sem conexão' });
    });
    await items.keep(unreadable(1), account(), false);
    await items.keep(unreadable(2), account(), false);
    await retry();
    expect(read).toHaveLength(1);
    expect(cursor.deadLetters()).toHaveLength(2);
    expect(log.text).toContain('Could not try dead letters again: PixConexaoException');
  });

  it('does not take the refunds of an item for the item', async () => {
    const { items, account, cursor } = open();
    const item = unreadable(1);
    for (const refundsOnly of [true, false, false]) await items.keep(item, account(), refundsOnly);
    expect(cursor.deadLetters().map(({ refundsOnly }) => refundsOnly)).toEqual([true, false]);
  });
});
