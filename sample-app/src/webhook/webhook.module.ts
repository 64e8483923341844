import { type DynamicModule, Module } from '@nestjs/common';
import {
  type PixWebhookAuthentication,
  PixWebhookReceiverModule,
  type PixWebhookReceiverOptions,
  PixWebhookWorkerModule,
  type PixWebhookWorkerOptions,
} from 'nestjs-pix';
import type { BullMqEventQueue } from 'nestjs-pix/bullmq';
import { BANK, type Bank } from '../bank/bank.module.js';
import { Database } from '../database/database.js';
import { EVENT_QUEUE } from '../redis/redis.module.js';
import type { ShopSettings } from '../settings/settings.js';
import { WEBHOOK_PATH, WebhookListener } from './webhook-listener.js';
import { WebhookRegistration } from './webhook-registration.js';

/** Seconds between two searches for payments and refunds without a notification. */
const RECONCILE_EVERY = 300;

/** Age in seconds of the payments whose refunds are searched: people may also refund at the bank. */
const REFUND_LOOKBACK = 7 * 86_400;

/**
 * Receives the bank's notifications and hands them to the ledger; the shop needs no handler of its own. With Redis, processes
 * that serve the webhook put events into a queue, and workers handle them.
 */
@Module({})
export class WebhookModule {
  static forRoot({ role, redis }: Pick<ShopSettings, 'role' | 'redis'>): DynamicModule {
    const isWeb = role !== 'worker';
    const isWorker = redis !== undefined && role !== 'web';
    return {
      module: WebhookModule,
      imports: [...(isWeb ? [receiver] : []), ...(isWorker ? [worker] : [])],
      providers: isWeb ? [WebhookListener, WebhookRegistration] : [],
    };
  }
}

const receiver = PixWebhookReceiverModule.forRootAsync({
  inject: [BANK, Database, EVENT_QUEUE],
  useFactory: (
    bank: Bank,
    { events, cursor }: Database,
    queue: BullMqEventQueue | null,
  ): PixWebhookReceiverOptions => ({
    path: WEBHOOK_PATH,
    notifications: ['pix', 'rec', 'cobr'],
    authentication: authentication(bank.webhook),
    verifyWithProvider: true,
    store: events,
    reconciler: { every: RECONCILE_EVERY, cursor, refundLookback: REFUND_LOOKBACK },
    ...(queue && { queue }),
  }),
});

const worker = PixWebhookWorkerModule.forRootAsync({
  inject: [Database, EVENT_QUEUE],
  useFactory: ({ events }: Database, queue: BullMqEventQueue): PixWebhookWorkerOptions => ({
    store: events,
    queue,
    // That of the web processes, whose events the ledger handles here.
    receivers: ['default'],
  }),
});

/** A secret in the registered address, the bank's client certificate, or both. */
function authentication({ secret, listener }: Bank['webhook']): PixWebhookAuthentication {
  if (!listener) return { ...(secret !== undefined && { secret }) };
  const { ca, subject } = listener;
  return {
    ...(secret !== undefined && { secret }),
    mtls: { ca, ownServer: true, ...(subject !== undefined && { subject }) },
  };
}
