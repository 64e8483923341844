/** A process whose handler blocks its event loop until a file exists, and then completes in a transaction. */
import 'reflect-metadata';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Pool } from 'pg';
import { EventHandlerRegistry } from '../../../lib/receiver/dispatch/handlers.js';
import type { PixEvent } from '../../../lib/receiver/events.js';
import { PostgresEventStore, type PixEventContext } from '../../../lib/receiver/index.js';
import { NotifiedDispatcher } from '../../receiver/support/notified-dispatcher.js';
import { POSTGRES_URL } from './servers.js';

export interface SlowReceiverOrder {
  schema: string;
  event: PixEvent;
  /** File that ends the blocking. Absent: the handler does not block. */
  blocksUntil?: string;
}

const [order] = (await once(process, 'message')) as [SlowReceiverOrder];
const { schema, event, blocksUntil } = order;
const pool = new Pool({ connectionString: POSTGRES_URL });

async function handle(_payload: unknown, { completeIn, eventKey }: PixEventContext): Promise<void> {
  process.send?.('begun');
  await new Promise((resolve) => setTimeout(resolve, 20));
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  while (blocksUntil !== undefined && !existsSync(blocksUntil)) Atomics.wait(sleeper, 0, 0, 50);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`INSERT INTO ${schema}.payments VALUES ($1)`, [eventKey]);
    await completeIn(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

const registry = new EventHandlerRegistry();
registry.fill([{ type: event.type, id: 'Payments.paid', order: 0, instance: {}, run: handle }]);
const store = new PostgresEventStore(pool, { table: `${schema}.events`, lease: 0.5 });
const outcome = await new NotifiedDispatcher(registry, { store }).dispatch(event);
process.send?.(outcome);
process.on('disconnect', () => process.exit());
