import { Inject, Injectable, Logger } from '@nestjs/common';
import type {
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleDestroy,
  OnModuleInit,
} from '@nestjs/common';
import { EventHandlerExplorer } from '../handlers/event-handler.explorer.js';
import { EventHandlerRegistry } from '../handlers/event-handler.registry.js';
import { EventDispatcher } from '../handlers/event.dispatcher.js';
import type { PixEvent } from '../events/pix-event.js';
import { RECEIVER_SETTINGS } from '../receiver.tokens.js';
import { warnOfForgetfulStore } from '../store/warn-of-forgetful-store.js';
import type { PixQueuedEvent, PixQueueVerdict } from './pix-event-queue.js';
import type { PixWebhookWorkerOptions } from './worker.options.js';

/** Takes events from the queue, once the whole application stands, and gives them to its handlers. @internal */
@Injectable()
export class QueueWorker
  implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown
{
  private readonly logger = new Logger('PixWebhookWorker');
  private stop: (() => Promise<void>) | undefined;

  constructor(
    private readonly explorer: EventHandlerExplorer,
    private readonly registry: EventHandlerRegistry,
    private readonly dispatcher: EventDispatcher,
    @Inject(RECEIVER_SETTINGS) private readonly settings: PixWebhookWorkerOptions,
  ) {}

  async onModuleInit(): Promise<void> {
    this.registry.fill(this.explorer.explore());
    warnOfForgetfulStore(this.settings.store, this.logger);
    await this.settings.queue.open?.();
  }

  async onApplicationBootstrap(): Promise<void> {
    const { ids } = this.registry;
    if (ids.length === 0) {
      // An event taken without a handler would be gone.
      this.logger.warn(
        'No method is decorated to handle Pix events: nothing is taken from the queue',
      );
      return;
    }
    this.stop = await this.settings.queue.work((event) => this.handle(event));
    this.logger.log(`Events from the queue → ${ids.join(', ')}`);
  }

  /** The first hook that Nest calls, and the last chance before what handlers use goes away. */
  async onModuleDestroy(): Promise<void> {
    await this.stop?.();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.settings.queue.close?.();
  }

  private async handle({
    type,
    key,
    payload,
    receivedAt,
  }: PixQueuedEvent): Promise<PixQueueVerdict> {
    const event: PixEvent = { type, key, payload };
    const reasons: string[] = [];
    const outcome = await this.dispatcher.dispatch(
      event,
      new Date(receivedAt),
      'notification',
      (reason) => reasons.push(reason),
    );
    if (outcome === 'running') return { outcome };
    if (outcome === 'failed') return { outcome, reason: reasons.join('; ') || 'a handler failed' };
    return { outcome: 'done' };
  }
}
