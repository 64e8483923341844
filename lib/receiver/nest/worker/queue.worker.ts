import {
  Inject,
  Injectable,
  Logger,
  Optional,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { isObject } from '../../../errors/index.js';
import { systemRuntime } from '../../../runtime/index.js';
import {
  observe,
  PIX_TELEMETRY,
  type PixProcessActivity,
  type PixTelemetry,
} from '../../../telemetry/index.js';
import { EventHandlerExplorer } from '../../dispatch/event-handler.explorer.js';
import { EventHandlerRegistry } from '../../dispatch/event-handler.registry.js';
import { EventDispatcher } from '../../dispatch/event.dispatcher.js';
import { toEventLabels } from '../../notifications/event-labels.js';
import { DEFAULT_RECEIVER } from '../../notifications/event-source.js';
import type { PixQueuedEvent, PixQueueVerdict } from '../../queue/pix-event-queue.js';
import { warnAboutInMemoryStore } from '../../stores/warn-about-in-memory-store.js';
import { ReceiverDirectory } from '../receiver.directory.js';
import { WORKER_SETTINGS } from '../tokens.js';
import type { WorkerSettings } from './worker.settings.js';

/**
 * Takes events from the queue after the application has started, and passes them to its handlers.
 * @internal
 */
@Injectable()
export class QueueWorker
  implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown
{
  readonly #logger = new Logger('PixWebhookWorker');
  #stop: (() => Promise<void>) | undefined;

  constructor(
    private readonly explorer: EventHandlerExplorer,
    private readonly registry: EventHandlerRegistry,
    private readonly dispatcher: EventDispatcher,
    private readonly directory: ReceiverDirectory,
    @Inject(WORKER_SETTINGS) private readonly settings: WorkerSettings,
    @Optional() @Inject(PIX_TELEMETRY) private readonly telemetry?: PixTelemetry,
  ) {}

  async onModuleInit(): Promise<void> {
    const handlers = this.explorer.explore(this.settings.globalEnhancers);
    this.directory.checkWorker(handlers);
    this.registry.fill(handlers);
    warnAboutInMemoryStore(this.settings.store, this.#logger);
    await this.settings.queue.open?.();
  }

  async onApplicationBootstrap(): Promise<void> {
    const ids = this.registry.ids();
    if (ids.length === 0) {
      // Without a handler, an event taken from the queue would be lost.
      this.#logger.warn(
        'No method is decorated to handle Pix events: no events are taken from the queue',
      );
      return;
    }
    this.#stop = await this.settings.queue.work((event) => this.#handle(event));
    this.#logger.log(`Events from the queue → ${ids.join(', ')}`);
  }

  /**
   * Stops the worker in the first hook that Nest calls, before the handlers' dependencies shut
   * down.
   */
  async onModuleDestroy(): Promise<void> {
    await this.#stop?.();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.settings.queue.close?.();
  }

  #handle(queued: PixQueuedEvent): Promise<PixQueueVerdict> {
    if (!this.telemetry) return this.#process(queued);
    const { receivedAt, receiver = DEFAULT_RECEIVER, trace } = queued;
    const activity: PixProcessActivity = {
      kind: 'process',
      event: toEventLabels(queued, receiver),
      trace: isObject(trace) ? trace : undefined,
      delay: Math.max(0, systemRuntime.now() - Date.parse(receivedAt)) / 1000,
      outcome: undefined,
    };
    return observe(this.telemetry, activity, async () => {
      const verdict = await this.#process(queued);
      activity.outcome = verdict.outcome;
      return verdict;
    });
  }

  async #process(queued: PixQueuedEvent): Promise<PixQueueVerdict> {
    const { receivedAt, receiver = DEFAULT_RECEIVER, tenant, ...event } = queued;
    const reasons: string[] = [];
    const outcome = await this.dispatcher.dispatch(
      event,
      { receiver, tenant, receivedAt: new Date(receivedAt), origin: 'notification' },
      { onFailure: (reason) => reasons.push(reason) },
    );
    if (outcome === 'running') return { outcome };
    if (outcome === 'failed') return { outcome, reason: reasons.join('; ') || 'a handler failed' };
    return { outcome: 'done' };
  }
}
