import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { buildPix } from '../../../devkit/testing.js';
import { PostgresEventStore } from '../../../lib/receiver/index.js';
import { createRandom, shuffle } from '../../services/support/deliveries.js';
import { deleteKeys, openRedis, unique } from '../../services/support/servers.js';
import { countEvents, type EventCounts } from './count.js';
import { deliver } from './deliver.js';
import { disturb } from './disturb.js';
import { HandlerRuns } from './handler-runs.js';
import { Receiver } from './receivers.js';
import { isExactlyOnce, type ReceiverOrder, type StoreKind } from './store-kinds.js';

export interface ReceiverRun {
  readonly kind: StoreKind;
  readonly events: number;
  /** Maximum number of deliveries per second, so that a run is long enough for kills. */
  readonly rate: number;
  readonly seed: number;
}

export interface ReceiverResult extends EventCounts {
  readonly kind: StoreKind;
  readonly events: number;
  readonly deliveries: number;
  /** Deliveries that the run gave up because the receivers were too slow. */
  readonly undelivered: number;
  readonly repeats: number;
  readonly kills: number;
  readonly crashes: number;
  readonly outages: number;
  readonly seconds: number;
}

const TIMES = 3;
/** Share of the notifications that have many Pix, and how many. */
const MANY = 0.05;
const MOST = 20;
/** Time limit in milliseconds for the deliveries of one second; the run gives up after it. */
const SLOWEST = 8000;
/** Time limit in milliseconds for the handlers of a queue after the last delivery. */
const QUEUE_TIMEOUT = 90_000;

/** Delivers each event three times to receivers that are killed and disconnected, and counts the effects. */
export async function runReceiver(run: ReceiverRun): Promise<ReceiverResult> {
  const name = unique('pix_chaos');
  const handlerRuns = await HandlerRuns.open(name);
  const receivers: Receiver[] = [];
  const end = new AbortController();
  const start = performance.now();
  try {
    await handlerRuns.prepare();
    await new PostgresEventStore(handlerRuns.database, { table: `${name}.events` }).migrate();
    const order = { kind: run.kind, name, secret: randomBytes(16).toString('hex') };
    for (const role of selectRoles(run.kind)) {
      receivers.push(await Receiver.start({ ...order, role }, handlerRuns));
    }
    const { bodies, keys } = newEvents(run);
    const disturbed = disturb(receivers, end.signal);
    const { acknowledged, undelivered, repeats } = await deliver(
      {
        bodies,
        path: `/webhooks/pix/pix?hmac=${order.secret}`,
        port: createLoadBalancer(receivers),
        rate: run.rate,
      },
      AbortSignal.timeout((bodies.length / run.rate) * SLOWEST + 30_000),
    );
    const notified = [...acknowledged].flatMap((body) => keys.get(body)!);
    if (run.kind === 'BullMQ') await waitForWorkers(handlerRuns, notified.length);
    end.abort();
    const outages = await disturbed;
    const counts = countEvents(notified, await handlerRuns.runs(), outages);
    return {
      ...counts,
      kind: run.kind,
      events: run.events,
      deliveries: bodies.length,
      undelivered,
      repeats,
      kills: sum(receivers.map(({ kills }) => kills)),
      crashes: sum(receivers.map(({ crashes }) => crashes)),
      outages: outages.length,
      seconds: (performance.now() - start) / 1000,
    };
  } finally {
    end.abort();
    for (const receiver of receivers) await receiver.stop();
    await handlerRuns.remove();
    await handlerRuns.close();
    await deleteRedisKeys(name);
  }
}

function selectRoles(kind: StoreKind): ReceiverOrder['role'][] {
  return kind === 'BullMQ'
    ? ['receiver', 'worker', 'receiver', 'worker']
    : ['receiver', 'receiver'];
}

/** Simulates a load balancer that uses the healthy receivers in rotation. */
function createLoadBalancer(receivers: readonly Receiver[]): () => number {
  let turn = 0;
  return () => {
    turn += 1;
    const serving = receivers.filter(({ port }) => port !== 0);
    const healthy = serving.filter(({ isUp }) => isUp);
    const chosen = healthy.length > 0 ? healthy : serving;
    return chosen[turn % chosen.length]!.port;
  };
}

function newEvents({ events, seed }: ReceiverRun) {
  const random = createRandom(seed);
  /** Keys of the events by body. */
  const keys = new Map<string, string[]>();
  for (let left = events; left > 0;) {
    const length = random() < MANY ? Math.min(left, MOST) : 1;
    const pix = Array.from({ length }, () => buildPix());
    keys.set(
      JSON.stringify({ pix }),
      pix.map(({ endToEndId }) => `pix:${endToEndId}`),
    );
    left -= length;
  }
  const bodies = Array.from({ length: TIMES }, () => [...keys.keys()]).flat();
  return { keys, bodies: shuffle(bodies, random) };
}

/** Waits for the workers; events without an effect afterwards are lost. */
async function waitForWorkers(handlerRuns: HandlerRuns, events: number): Promise<void> {
  const until = performance.now() + QUEUE_TIMEOUT;
  while (performance.now() < until && (await handlerRuns.effects()) < events) await wait(250);
}

async function deleteRedisKeys(name: string): Promise<void> {
  const redis = await openRedis();
  await deleteKeys(redis, `${name}:`);
  redis.disconnect();
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Whether no event was lost, and none was handled twice that the store guarantees to handle once. */
export function isSound(result: ReceiverResult): boolean {
  const { kind, lost, twice, unexplained, crashes, undelivered } = result;
  const doubled = isExactlyOnce(kind) ? twice : unexplained;
  return lost.length + doubled.length + crashes + undelivered === 0;
}
