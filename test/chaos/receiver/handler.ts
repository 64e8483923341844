import type { Pool, PoolClient } from 'pg';
import type { PixEventContext } from '../../../lib/receiver/index.js';
import type { HandlerRuns } from './handler-runs.js';
import { FAILING, SLOW, SLOW_MS } from './store-kinds.js';

/** Handles an event as an application would. */
export type Handle = (context: PixEventContext) => Promise<void>;

/** Records its effect and then waits; fails before its effect at random. */
export function plainHandler(handlerRuns: HandlerRuns): Handle {
  return async ({ eventKey }) => {
    const run = await handlerRuns.begin(eventKey);
    try {
      failAtRandom(FAILING);
      await handlerRuns.record(eventKey, run);
      await takeTime();
    } finally {
      await handlerRuns.end(run);
    }
  };
}

/** Commits its effect in the store's transaction. Fails at random as {@link completeInHandler}. */
export function transactionHandler(handlerRuns: HandlerRuns): Handle {
  return async (context) => {
    const run = await handlerRuns.begin(context.eventKey);
    try {
      await context.transaction(async (client) => {
        failAtRandom(FAILING / 2);
        const { text, values } = handlerRuns.effect(context.eventKey, run);
        await client.query(text, values);
        failAtRandom(FAILING / 2);
        await takeTime();
      });
    } finally {
      await handlerRuns.end(run);
    }
  };
}

/**
 * Commits its effect and the event's completion together in one transaction, over the same connection path as the store.
 * Fails at random before the effect, and after it, which rolls the effect back.
 */
export function completeInHandler(handlerRuns: HandlerRuns, pool: Pool): Handle {
  return async (context) => {
    const run = await handlerRuns.begin(context.eventKey);
    try {
      await inTransaction(pool, async (transaction) => {
        await context.completeIn(transaction);
        failAtRandom(FAILING / 2);
        await transaction.query(handlerRuns.effect(context.eventKey, run));
        failAtRandom(FAILING / 2);
        await takeTime();
      });
    } finally {
      await handlerRuns.end(run);
    }
  };
}

async function inTransaction(
  pool: Pool,
  work: (transaction: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  // A connection that the outage interrupted emits an error in addition to that of its query.
  const ignore = () => undefined;
  client.on('error', ignore);
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } catch (error) {
    const rolledBack = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    client.off('error', ignore);
    client.release(!rolledBack);
    throw error;
  }
  client.off('error', ignore);
  client.release();
}

function failAtRandom(share: number): void {
  if (Math.random() < share) throw new Error('The handler fails at random.');
}

/** Waits some milliseconds, so that a kill can interrupt it; sometimes longer than the lease. */
async function takeTime(): Promise<void> {
  const milliseconds = Math.random() < SLOW ? SLOW_MS : 3;
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
