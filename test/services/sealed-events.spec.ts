import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { buildPix, buildRecorrencia } from '../../devkit/testing.js';
import type { BullMqEventQueue, BullMqEventQueueOptions } from '../../lib/bullmq.js';
import { contentDigest, type PixEvent, readEvents } from '../../lib/receiver/events.js';
import {
  PostgresReconcilerCursor,
  type PixQueuedEvent,
  type PixQueueVerdict,
  RedisEventStore,
  RedisReconcilerCursor,
  type PixReconcilerCursor,
  type PixReconcilerDeadLetter,
} from '../../lib/receiver/index.js';
import { systemRuntime } from '../../lib/runtime/index.js';
import { RecordedLog } from '../receiver/support/log.js';
import { PAYER_CPF } from '../receiver/support/notifications.js';
import { BullMqQueues } from './support/bullmq-queues.js';
import { deleteKeys, openPostgres, openRedis, unique } from './support/servers.js';
import { waitUntil } from './support/wait-until.js';

// The attacker of this file reads and writes Redis, the tables of the stores and dead letters.

const KEY = Buffer.alloc(32, 1).toString('base64');
const NEXT_KEY = Buffer.alloc(32, 2).toString('base64');
const MILLION = '1000000.00';

let queues: BullMqQueues;
let log: RecordedLog;

beforeEach(async () => {
  Logger.overrideLogger((log = new RecordedLog()));
  queues = await BullMqQueues.open();
});

afterEach(async () => {
  await queues.close();
  Logger.overrideLogger(undefined as never);
});

function add(options: Partial<BullMqEventQueueOptions> = {}): BullMqEventQueue {
  return queues.add({ encryptionKey: KEY, attempts: 1, ...options });
}

/** Starts a worker and returns what it hands to its handler. */
async function work(
  queue: BullMqEventQueue,
  verdict: PixQueueVerdict = { outcome: 'done' },
): Promise<PixQueuedEvent[]> {
  const handled: PixQueuedEvent[] = [];
  await queues.work(queue, async (event) => (handled.push(event), verdict));
  return handled;
}

/** A Pix with all the personal data that a payer's bank may send. */
function buildPersonalPix() {
  return buildPix({
    infoPagador: 'Feliz aniversário, vovó',
    pagador: { cpf: PAYER_CPF, nome: 'Maria das Dores' },
  } as never);
}

const PERSONAL = [PAYER_CPF, 'Maria', 'vov', 'infoPagador', 'valor', 'receivedAt'];

/** An event as the receiver would queue it, of a payment that was never made. */
function forge() {
  const payload = buildPix({ valor: MILLION });
  const receivedAt = new Date().toISOString();
  return { type: 'pix.recebido', key: `pix:${payload.endToEndId}`, payload, receivedAt } as const;
}

describe('who can read Redis', () => {
  it('finds no data of a payer, whether an event waits, is done or is a dead letter', async () => {
    const queue = add();
    await queues.enqueue(queue, buildPersonalPix());
    const waiting = await queues.readAll();
    const handled = await work(queue, { outcome: 'failed', reason: 'no order' });
    await waitUntil(async () => (await queue.countDeadLetters()) === 1);
    const dead = await queues.readAll();
    const other = add({ name: 'other' });
    await work(other);
    await queues.enqueue(other, buildPersonalPix());
    await waitUntil(async () => (await queues.readAll()).includes('other:completed'));
    const all = waiting + dead + (await queues.readAll());
    for (const personal of PERSONAL) expect(all).not.toContain(personal);
    // The same events are whole for those who have the key.
    expect(handled[0]!.payload).toMatchObject({ pagador: { cpf: PAYER_CPF } });
    const [letter] = await queue.deadLetters();
    expect(letter!.event!.payload).toMatchObject({ pagador: { cpf: PAYER_CPF } });
  });

  it.each([
    ['reports', async (reason: string) => ({ outcome: 'failed', reason }) as const],
    ['throws', (reason: string) => Promise.reject(new Error(reason))],
  ])('finds nothing of the failure that a handler %s, which its queue lists', async (_, fail) => {
    const reason = 'Maria das Dores paid 1234.56, not 37.00';
    const queue = add({ attempts: 2 });
    await queues.work(queue, () => fail(reason));
    const pix = buildPersonalPix();
    const key = await queues.enqueue(queue, pix);
    await waitUntil(async () => (await queue.countDeadLetters()) === 1);
    const { failedReason, stacktrace } = await queues.readJob(key);
    expect([failedReason, stacktrace]).toEqual(['the handlers failed: see the log', '[]']);
    const stored = await queues.readAll();
    for (const told of ['Maria', '1234.56', 'paid']) expect(stored).not.toContain(told);
    expect((await queue.deadLetters())[0]!.reason).toContain(reason);
    expect(log.text).toContain(reason);
    await queues.enqueue(queue, pix); // The provider repeats its notification.
    expect((await queue.deadLetters())[0]!.reason).toContain(reason);
    // Who does not have the key is referred to the log.
    const [letter] = await add({ encryptionKey: NEXT_KEY }).deadLetters();
    expect(letter!.reason).toBe(failedReason);
  });

  it('finds only the id and a sealed digest of an event that is done', async () => {
    const queue = add();
    await work(queue);
    const key = await queues.enqueue(queue, buildPersonalPix());
    await waitUntil(async () => (await queues.readJob(key)).finishedOn !== undefined);
    const { data } = await queues.readJob(key);
    const { sealed } = JSON.parse(data!) as { sealed: string };
    // A vector, a tag and {"digest":"22 characters"}: no room for an event.
    expect(Buffer.from(sealed, 'base64')).toHaveLength(12 + 16 + 35);
  });
});

describe('who can write to Redis', () => {
  it('reports no payment: a job written by hand reaches no handler and raises the count', async () => {
    const queue = add();
    const handled = await work(queue);
    const forged = forge();
    // As a queue without a key would hold it.
    await queues.forge(`pix.${forged.payload.endToEndId}`, { digest: 'x', event: forged });
    await waitUntil(async () => (await queue.countDeadLetters()) === 1);
    expect(handled).toEqual([]);
    expect((await queue.count()).unopened).toBe(1);
    const [letter] = await queue.deadLetters();
    expect(letter).toMatchObject({
      key: forged.key,
      event: undefined,
      reason: expect.stringContaining('cannot be opened'),
    });
    expect(log.text).toContain(`Dead letter: ${forged.key}: it cannot be opened`);
    expect(await queue.replay(letter!.key)).toBe(true);
    await waitUntil(async () => (await queue.countDeadLetters()) === 1);
    expect(handled).toEqual([]);
    expect(await queue.discard(letter!.key)).toBe(true);
    expect(await queue.count()).toMatchObject({ deadLetters: 0, unopened: 0 });
  });

  it('sends no escape sequence to the terminal of who lists dead letters', async () => {
    const queue = add();
    await work(queue);
    await queues.forge('pix.\u001B]0;title\u0007\u009B2J', {});
    await waitUntil(async () => (await queue.countDeadLetters()) === 1);
    expect((await queue.deadLetters())[0]?.key).toBe('pix:?]0;title??2J');
  });

  it.each([
    ['null', 'null'],
    ['a text', '"x"'],
    ['a list', '[]'],
    ['a number as its seal', '{"sealed":5}'],
    ['an empty seal', '{"sealed":""}'],
    ['a digest without a seal', '{"digest":"x"}'],
  ])('cannot replace a job by %s', async (_, data) => {
    const queue = add();
    const key = await queues.enqueue(queue);
    await queues.overwrite(key, data);
    const handled = await work(queue);
    await waitUntil(async () => (await queue.countDeadLetters()) === 1);
    expect(handled).toEqual([]);
  });

  it('cannot move an event to another job, receiver or tenant', async () => {
    const queue = add();
    const event = { ...forge(), receiver: 'filial', tenant: 'acme' };
    await queue.enqueue(event);
    const { data } = await queues.readJob(event.key);
    const sealed = JSON.parse(data!) as { receiver: string; tenant: string };
    expect(sealed).toMatchObject({ receiver: 'filial', tenant: 'acme' });
    await queues.forge('pix.E2', sealed);
    await queues.overwrite(event.key, JSON.stringify({ ...sealed, tenant: 'other' }));
    const other = { ...forge(), receiver: 'filial' };
    await queue.enqueue(other);
    const { receiver: _, ...unscoped } = JSON.parse((await queues.readJob(other.key)).data!);
    await queues.overwrite(other.key, JSON.stringify(unscoped));
    const handled = await work(queue);
    await waitUntil(async () => (await queue.countDeadLetters()) === 3);
    expect(handled).toEqual([]);
  });

  it.each([
    ['name', () => ({ name: 'other' })],
    ['prefix', () => ({ prefix: `${queues.prefix}-other` })],
  ])('cannot move an event to a queue with another %s', async (_, build) => {
    const place = build();
    const [queue, other] = [add(), add(place)];
    const pix = buildPix({ valor: MILLION });
    const key = await queues.enqueue(queue, pix);
    await queues.enqueue(other, { ...pix, valor: '0.01' });
    await queues.copy(key, place);
    const handled = [await work(queue), await work(other)];
    await waitUntil(async () => (await other.countDeadLetters()) === 1);
    await waitUntil(() => handled[0]!.length === 1);
    expect(handled[1]).toEqual([]);
  });

  it('cannot keep a payment from its handler with a job of its id', async () => {
    const queue = add();
    const pix = buildPix({ valor: '37.00' });
    const id = `pix.${pix.endToEndId}`;
    const forged = { ...forge(), key: `pix:${pix.endToEndId}` };
    await queues.forge(id, { digest: 'x', event: forged });
    const receivedAt = new Date().toISOString();
    const event = { type: 'pix.recebido', key: `pix:${pix.endToEndId}`, payload: pix } as const;
    expect(await queue.enqueue({ ...event, receivedAt })).toEqual({ conflicting: true });
    const handled = await work(queue);
    await waitUntil(() => handled.length === 1);
    expect(handled[0]!.payload).toEqual(pix);
  });

  it.each(['data', 'opts'])(
    'cannot end the worker with a job whose %s are not JSON',
    async (field) => {
      const queue = add();
      const broken = await queues.enqueue(queue);
      await queues.overwrite(broken, '{', field);
      const handled = await work(queue);
      const key = await queues.enqueue(queue);
      await waitUntil(() => handled.some((event) => event.key === key));
    },
  );

  it.each([
    ['options that are not JSON', (key: string) => queues.overwrite(key, '{', 'opts'), true],
    ['options that are null', (key: string) => queues.overwrite(key, 'null', 'opts'), true],
    ['content that is not JSON', (key: string) => queues.overwrite(key, '{'), true],
    // BullMQ cannot remove it either.
    ['a key of another type', (key: string) => queues.replaceByText(key), false],
  ])('keeps no other dead letter from being read and replayed with %s', async (_, change, goes) => {
    const queue = add();
    const stop = await queues.work(queue, async () => ({ outcome: 'failed', reason: 'no order' }));
    const keys = [await queues.enqueue(queue), await queues.enqueue(queue)] as const;
    await waitUntil(async () => (await queue.countDeadLetters()) === 2);
    await stop();
    await change(keys[0]);
    const letters = await queue.deadLetters();
    expect(letters.map(({ key, event }) => [key, event !== undefined]).sort()).toEqual(
      [
        [keys[0], false],
        [keys[1], true],
      ].sort(),
    );
    const [changed] = letters.filter(({ event }) => !event);
    expect(changed?.reason).toBe('it cannot be read: its job was changed in Redis');
    expect(await queue.count()).toMatchObject({ deadLetters: 2, unopened: 1 });
    expect(await queue.replay(keys[0])).toBe(false);
    expect(await queue.replayAll()).toBe(1);
    expect(await queue.discard(keys[0]).catch(() => false)).toBe(goes);
    expect(await queue.count()).toMatchObject(
      goes ? { deadLetters: 0, unopened: 0 } : { deadLetters: 1, unopened: 1 },
    );
  });

  it.each(['waits', 'is a dead letter'])(
    'cannot keep a payment from its handler with a job that %s and cannot be read',
    async (state) => {
      const queue = add();
      const pix = buildPix();
      const key = await queues.enqueue(queue, pix);
      if (state === 'is a dead letter') {
        const fail = async () => ({ outcome: 'failed', reason: 'no order' }) as const;
        const stop = await queues.work(queue, fail);
        await waitUntil(async () => (await queue.countDeadLetters()) === 1);
        await stop();
      }
      await queues.overwrite(key, '{', 'opts');
      await queues.enqueue(queue, pix);
      const handled = await work(queue);
      await waitUntil(() => handled.length === 1);
      expect(handled[0]!.payload).toEqual(pix);
    },
  );

  it('is seen after a restart: those that could not be opened are counted again', async () => {
    const queue = add();
    await work(queue);
    await queues.forge('pix.E1', {});
    await waitUntil(async () => (await queue.countDeadLetters()) === 1);
    expect((await add().count()).unopened).toBe(1);
  });

  it('writes no escape sequence into the terminal of who lists dead letters', async () => {
    const queue = add();
    await work(queue, { outcome: 'failed', reason: '\u001B[2Jcleared\nFAKE' });
    await queues.enqueue(queue);
    await waitUntil(async () => (await queue.countDeadLetters()) === 1);
    const [letter] = await queue.deadLetters();
    expect(letter!.reason).toContain('cleared');
    expect(letter!.reason).not.toContain('\u001B');
    expect(letter!.reason).not.toContain('\n');
  });
});

describe('the keys of a queue', () => {
  it('are replaced without losing an event: the first seals, all open', async () => {
    const old = add();
    const key = await queues.enqueue(old);
    const rotating = add({ encryptionKey: `${NEXT_KEY},${KEY}` });
    const next = await queues.enqueue(rotating);
    const handled = await work(rotating);
    await waitUntil(() => handled.length === 2);
    expect(handled.map((event) => event.key).sort()).toEqual([key, next].sort());
  });

  it('open nothing that another key has sealed', async () => {
    await queues.enqueue(add());
    const queue = add({ encryptionKey: NEXT_KEY });
    const handled = await work(queue);
    await waitUntil(async () => (await queue.countDeadLetters()) === 1);
    expect(handled).toEqual([]);
  });

  it('are needed by a worker whose receiver has one', async () => {
    await queues.enqueue(add());
    const queue = queues.add();
    const handled = await work(queue);
    await waitUntil(async () => (await queue.countDeadLetters()) === 1);
    expect(handled).toEqual([]);
  });

  it('may come late: an event is retried, and handled once it can be opened', async () => {
    const receiver = add({ attempts: 20, backoff: 0.1 });
    await queues.enqueue(receiver);
    const late = add({ encryptionKey: NEXT_KEY });
    const stop = await queues.work(late, async () => ({ outcome: 'done' }));
    await waitUntil(async () => (await late.count()).unopened === 1);
    await stop();
    const handled = await work(receiver);
    await waitUntil(() => handled.length === 1);
    expect((await receiver.count()).deadLetters).toBe(0);
  });
});

describe('an event that is done', () => {
  it('is a duplicate when it is delivered again, and tells a contradiction', async () => {
    const queue = add();
    const handled = await work(queue);
    const pix = buildPix({ valor: '37.00' });
    const key = await queues.enqueue(queue, pix);
    await waitUntil(async () => (await queues.readJob(key)).finishedOn !== undefined);
    const again = { type: 'pix.recebido', key, payload: pix, receivedAt: '2026-01-01T00:00:00Z' };
    expect(await queue.enqueue(again as PixQueuedEvent)).toEqual({ conflicting: false });
    const other = { ...again, payload: { ...pix, valor: MILLION } };
    expect(await queue.enqueue(other as PixQueuedEvent)).toEqual({ conflicting: true });
    expect(handled).toHaveLength(1);
  });

  it('is not handled again if its worker ended before it told the queue', async () => {
    const queue = add({ keepCompleted: 60 });
    const key = await queues.enqueue(queue);
    const { data } = await queues.readJob(key);
    const stop = await queues.work(queue, async () => ({ outcome: 'done' }));
    await waitUntil(async () => (await queues.readJob(key)).finishedOn !== undefined);
    await stop();
    const { data: digest } = await queues.readJob(key);
    expect(digest).not.toBe(data);
    await queues.clear();
    await queues.enqueue(queue, buildPix({ endToEndId: key.slice(4) }));
    await queues.overwrite(key, digest!);
    const handled = await work(queue);
    await waitUntil(async () => (await queues.readJob(key)).finishedOn !== undefined);
    expect(handled).toEqual([]);
    expect(await queue.countDeadLetters()).toBe(0);
  });
});

it('dead letters are removed when they are older than keepDeadLetters, and the log says so', async () => {
  const queue = add({ keepDeadLetters: 0.001 });
  await work(queue, { outcome: 'failed', reason: 'no order' });
  await queues.enqueue(queue);
  await waitUntil(async () => (await queue.countDeadLetters()) === 1);
  await work(add({ keepDeadLetters: 3600 }));
  expect(await queue.countDeadLetters()).toBe(1);
  await work(queue);
  await waitUntil(async () => (await queue.countDeadLetters()) === 0);
  expect(log.text).toContain('Dead letters removed after');
});

it('digests of events that are done are removed every hour, also if no other event ends', async () => {
  const after = jest.spyOn(systemRuntime, 'after');
  const hourly = () => after.mock.calls.filter(([ms]) => ms === 3_600_000);
  try {
    const queue = add({ keepCompleted: 0.05 });
    await work(queue);
    const key = await queues.enqueue(queue);
    await waitUntil(async () => (await queues.readJob(key)).finishedOn !== undefined);
    const { finishedOn } = await queues.readJob(key);
    await waitUntil(() => Date.now() > Number(finishedOn) + 100);
    expect(await queues.readJob(key)).toHaveProperty('data');
    expect(hourly()).toHaveLength(1);
    const [[, clean]] = hourly() as [[number, () => void]];
    clean();
    await waitUntil(async () => Object.keys(await queues.readJob(key)).length === 0);
    expect(hourly()).toHaveLength(2);
  } finally {
    after.mockRestore();
  }
});

describe('who can read the stores', () => {
  const letter: PixReconcilerDeadLetter = {
    key: 'pix:digest',
    item: { ...buildPersonalPix(), valor: '10,00' },
    since: '2026-01-01T00:00:00.000Z',
    refundsOnly: false,
    tenant: 'acme',
  };

  async function openRedisCursor() {
    const redis = await openRedis();
    const prefix = unique('pix-cursor');
    const [key, otherKey] = [`${prefix}:a`, `${prefix}:b`];
    return {
      open: (encryptionKey?: string) => new RedisReconcilerCursor(redis, { key, encryptionKey }),
      others: [new RedisReconcilerCursor(redis, { key: otherKey, encryptionKey: KEY })],
      read: async () => Object.values(await redis.hgetall(`${key}:dead-letters`)).join('\n'),
      write: (text: string, id: string = letter.key) => redis.hset(`${key}:dead-letters`, id, text),
      writeOther: (text: string) => redis.hset(`${otherKey}:dead-letters`, letter.key, text),
      close: async () => {
        await deleteKeys(redis, prefix);
        redis.disconnect();
      },
    };
  }

  async function openPostgresCursor() {
    const pool = await openPostgres();
    const table = unique('pix_cursor');
    const tables = [table, `${table}_b`];
    for (const each of tables) await new PostgresReconcilerCursor(pool, { table: each }).migrate();
    const write = (text: string, key: string = letter.key, name = 'default', into = table) =>
      pool.query(
        `INSERT INTO ${into}_dead_letters (name, key, letter) VALUES ($1, $2, $3)
         ON CONFLICT (name, key) DO UPDATE SET letter = excluded.letter`,
        [name, key, text],
      );
    return {
      open: (encryptionKey?: string) =>
        new PostgresReconcilerCursor(pool, { table, encryptionKey }),
      others: [
        new PostgresReconcilerCursor(pool, { table, name: 'b', encryptionKey: KEY }),
        new PostgresReconcilerCursor(pool, { table: `${table}_b`, encryptionKey: KEY }),
      ],
      read: async () => {
        const { rows } = await pool.query(`SELECT letter FROM ${table}_dead_letters`);
        return (rows as { letter: string }[]).map((row) => row.letter).join('\n');
      },
      write,
      writeOther: async (text: string) => {
        await write(text, letter.key, 'b');
        await write(text, letter.key, 'default', `${table}_b`);
      },
      close: async () => {
        for (const each of tables) await pool.query(`DROP TABLE ${each}, ${each}_dead_letters`);
        await pool.end();
      },
    };
  }

  type OpenCursor = () => ReturnType<typeof openRedisCursor | typeof openPostgresCursor>;

  describe.each([
    ['RedisReconcilerCursor', openRedisCursor as OpenCursor],
    ['PostgresReconcilerCursor', openPostgresCursor as OpenCursor],
  ])('a dead letter of %s with a key', (_, openCursor) => {
    const { item: __, ...unopened } = letter;
    let server: Awaited<ReturnType<OpenCursor>>;
    let cursor: Required<PixReconcilerCursor>;

    beforeEach(async () => {
      server = await openCursor();
      cursor = server.open(KEY);
      expect(await cursor.addDeadLetter(letter)).toBe(true);
    });

    afterEach(() => server.close());

    it('contains no payer', async () => {
      const { open, read, write } = server;
      const stored = await read();
      for (const personal of PERSONAL) expect(stored).not.toContain(personal);
      expect(await cursor.deadLetters()).toEqual([letter]);
      expect(await open(`${NEXT_KEY},${KEY}`).deadLetters()).toEqual([letter]);
      // It stays a dead letter, which health and metrics count.
      expect(await open(NEXT_KEY).deadLetters()).toEqual([unopened]);
      expect(await open().deadLetters()).toEqual([unopened]);
      await write(JSON.stringify({ ...unopened, item: forge().payload }));
      expect(await cursor.deadLetters()).toEqual([unopened]);
      expect(await cursor.discard(letter.key)).toBe(true);
    });

    it.each([
      ['since', { since: '2026-02-01T00:00:00.000Z' }],
      ['what is missing', { refundsOnly: true }],
      ['tenant', { tenant: 'other' }],
    ])('is refused with another %s', async (___, change) => {
      await server.write(JSON.stringify({ ...JSON.parse(await server.read()), ...change }));
      expect(await cursor.deadLetters()).toEqual([{ ...unopened, ...change }]);
    });

    it('is refused under another key, and in another cursor', async () => {
      const text = await server.read();
      await server.write(text, 'pix:other');
      const letters = [...(await cursor.deadLetters())];
      expect(letters.sort((a, b) => a.key.localeCompare(b.key))).toEqual([
        letter,
        { ...unopened, key: 'pix:other' },
      ]);
      await server.writeOther(text);
      for (const other of server.others) expect(await other.deadLetters()).toEqual([unopened]);
    });

    it.each(['', 'null', '[]', '{', '"x"', '{"since":{},"refundsOnly":"x","tenant":5}'])(
      'keeps no other from being read, replaced by %j',
      async (text) => {
        await server.write(text, 'pix:changed');
        const letters = await cursor.deadLetters();
        expect(letters).toContainEqual(letter);
        const since = '1970-01-01T00:00:00.000Z';
        const changed = { key: 'pix:changed', since, refundsOnly: false };
        expect(letters.filter(({ key }) => key !== letter.key)).toEqual(
          // An empty text is a letter that was discarded, in Redis.
          letters.length === 1 ? [] : [changed],
        );
        expect(text === '' || letters.length === 2).toBe(true);
      },
    );

    it('prints no escape sequence of who has written it', async () => {
      const text = '\u001B]0;title\u0007\u009B2J\n';
      const forged = { since: text, refundsOnly: false, tenant: text, item: 'x' };
      await server.write(JSON.stringify(forged), `pix:${text}`);
      const [changed] = (await cursor.deadLetters()).filter(({ key }) => key !== letter.key);
      const shown = '?]0;title??2J?';
      expect(changed).toEqual({
        ...{ key: `pix:${shown}`, since: shown, tenant: shown },
        refundsOnly: false,
      });
    });

    it('is replaced when its item is listed again, only if it cannot be opened', async () => {
      const again = { ...letter, since: '2026-01-02T00:00:00.000Z' };
      expect(await cursor.addDeadLetter(again)).toBe(false);
      expect(await cursor.deadLetters()).toEqual([letter]);
      await server.write('{"sealed":"x"}');
      expect(await cursor.addDeadLetter(again)).toBe(true);
      expect(await cursor.deadLetters()).toEqual([again]);
      expect(await cursor.discard(letter.key)).toBe(true);
      expect(await cursor.addDeadLetter(again)).toBe(false);
      expect(await cursor.deadLetters()).toEqual([]);
    });
  });

  it('finds keys and digests in an event store', async () => {
    const redis = await openRedis();
    const prefix = `${unique('pix')}:`;
    const store = new RedisEventStore(redis, { prefix });
    const rec = { ...buildRecorrencia(), vinculo: { devedor: { cpf: PAYER_CPF, nome: 'Maria' } } };
    const events = [readEvents('pix', buildPersonalPix()), readEvents('rec', rec)].flat();
    for (const event of events as PixEvent[]) {
      const key = `${event.key}@Orders.on`;
      expect(await store.begin(key, contentDigest(event))).toMatchObject({ state: 'new' });
      await store.complete(key);
    }
    const keys = await redis.keys(`${prefix}*`);
    const values = await Promise.all(keys.map((key) => redis.get(key)));
    expect(values).toEqual(Array(2).fill(expect.stringMatching(/^done\|\|\|[\w-]{22}$/)));
    for (const personal of PERSONAL) expect(keys.join()).not.toContain(personal);
    await deleteKeys(redis, prefix);
    redis.disconnect();
  });
});
