import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { buildPix } from '../../devkit/testing.js';
import { takeShare } from '../support/share.js';
import { deliverAll, createRandom, shuffle } from './support/deliveries.js';
import { openHandlerLog, type Kind, type HandlerLog } from './support/handler-log.js';
import type { ReceiverCommand, ReceiverOrder } from './support/receiver-process.js';
import { unique } from './support/servers.js';

const EVENTS = takeShare([...Array(4_000).keys()], 4).length;
const SECRET = 'a-long-and-random-secret-of-tests';
const PATH = `/webhooks/pix/pix?hmac=${SECRET}`;

const kinds: Kind[] = ['PostgreSQL', 'Redis'];
const children = new Set<ChildProcess>();

async function startReceiver(order: Omit<ReceiverOrder, 'secret'>) {
  const root = resolve(import.meta.dirname, '../..');
  const child = fork(resolve(import.meta.dirname, 'support/receiver-process.ts'), {
    cwd: root,
    execArgv: ['--import', './test/support/register-typescript.js'],
  });
  children.add(child);
  child.send({ ...order, secret: SECRET } satisfies ReceiverOrder);
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  children.delete(child);
}

function newEvents(count: number) {
  const pix = Array.from({ length: count }, () => buildPix());
  return {
    keys: new Set(pix.map(({ endToEndId }) => `pix:${endToEndId}`)),
    bodies: pix.map((item) => JSON.stringify({ pix: [item] })),
  };
}

describe.each(kinds)('two receiver processes with %s', (kind) => {
  let name: string;
  let handlerLog: HandlerLog;

  beforeEach(async () => {
    name = unique('pix_once');
    handlerLog = await openHandlerLog(kind, name);
    await handlerLog.prepare();
  });

  afterEach(async () => {
    await Promise.all([...children].map(kill));
    await handlerLog.remove();
    await handlerLog.close();
  });

  afterAll(() => expect(children.size).toBe(0));

  it('run a handler once for an event that both receive at the same time', async () => {
    const receivers = await Promise.all([1, 2].map(() => startReceiver({ kind, name, port: 0 })));
    const { bodies, keys } = newEvents(300);
    let turn = 0;
    await deliverAll({
      bodies: bodies.flatMap((body) => [body, body, body, body]),
      path: PATH,
      port: () => receivers[turn++ % 2]!.port,
      concurrency: 32,
    });
    expect(await handlerLog.runs()).toEqual(new Map([...keys].map((key) => [key, 1])));
    expect(await handlerLog.done()).toBe(300);
  }, 60_000);

  it(`handle each of ${EVENTS} events once when each is delivered three times in random order and one process is killed`, async () => {
    const random = createRandom(20_260_909);
    const { bodies, keys } = newEvents(EVENTS);
    const [killed, other] = await Promise.all([
      startReceiver({ kind, name, port: 0 }),
      startReceiver({ kind, name, port: 0 }),
    ]);
    let inFlight: Promise<Set<string>> | undefined;
    const crash = async () => {
      // The kill must find an event between its effect and its completion.
      const stalled = once(killed.child, 'message');
      killed.child.send('stall' satisfies ReceiverCommand);
      await stalled;
      await kill(killed.child);
      const left = await handlerLog.unfinished();
      await startReceiver({ kind, name, port: killed.port });
      return left;
    };
    const repeats = await deliverAll({
      bodies: shuffle([...bodies, ...bodies, ...bodies], random),
      path: PATH,
      port: () => (random() < 0.5 ? killed.port : other.port),
      concurrency: 48,
      onDelivered: (count) => {
        if (count === EVENTS) inFlight = crash();
      },
    });
    const unfinished = await inFlight!;

    // No event is lost: each ran, took effect and was completed.
    const runs = await handlerLog.runs();
    expect(new Set(runs.keys())).toEqual(keys);
    expect(await handlerLog.effects()).toBe(EVENTS);
    expect(await handlerLog.done()).toBe(EVENTS);
    expect(await handlerLog.unfinished()).toEqual(new Set());

    // No event is doubled: the kill interrupted events between effect and completion, and only those ran again, once.
    const again = [...runs].filter(([, count]) => count > 1);
    expect(again.filter(([key, count]) => !unfinished.has(key) || count > 2)).toEqual([]);
    expect(again.length).toBeGreaterThan(0);
    const completions = await handlerLog.completions();
    expect([...completions.values()].filter((count) => count !== 1)).toEqual([]);
    // Redis cannot count a completion and its record atomically.
    if (kind === 'PostgreSQL') expect(completions.size).toBe(EVENTS);
    expect(repeats).toBeGreaterThan(0);
  }, 120_000);
});
