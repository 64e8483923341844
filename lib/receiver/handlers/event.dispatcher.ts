import { Inject, Injectable, Logger } from '@nestjs/common';
import { worst } from '../delivery/delivery-outcome.js';
import type { PixDeliveryOutcome } from '../delivery/delivery-outcome.js';
import type { EventSink } from '../delivery/event-sink.js';
import { redact } from '../../errors/index.js';
import type { PixEvent } from '../events/pix-event.js';
import type { ReceiverSettings } from '../receiver.settings.js';
import { RECEIVER_SETTINGS } from '../receiver.tokens.js';
import type { EventHandler } from './event-handler.js';
import { EventHandlerRegistry } from './event-handler.registry.js';

/** What the handlers' work on an event came to. */
export type DispatchOutcome = Extract<
  PixDeliveryOutcome,
  'handled' | 'duplicate' | 'running' | 'failed'
>;

/** Hears why an event failed, with credentials and tax ids masked. */
export type FailureListener = (reason: string) => void;

/** Runs the handlers of an event: each until it has succeeded once, whatever the others do. @internal */
@Injectable()
export class EventDispatcher implements EventSink {
  private readonly logger = new Logger('PixWebhookReceiver');
  private readonly inFlight = new Map<string, Promise<DispatchOutcome>>();

  constructor(
    private readonly registry: EventHandlerRegistry,
    @Inject(RECEIVER_SETTINGS) private readonly settings: Pick<ReceiverSettings, 'store'>,
  ) {}

  /** Never rejects. */
  async dispatch(
    event: PixEvent,
    receivedAt = new Date(),
    onFailure: FailureListener = () => undefined,
  ): Promise<DispatchOutcome> {
    const handlers = this.registry.of(event.type);
    if (handlers.length === 0) {
      this.logger.debug(`No handler for ${event.type}: ${event.key}`);
      return 'handled';
    }
    const outcomes: DispatchOutcome[] = [];
    for (const handler of handlers) {
      outcomes.push(await this.once({ event, handler, receivedAt, onFailure }));
    }
    const outcome = worst(outcomes);
    this.logger.log(`${event.type} ${event.key}: ${outcome}`);
    return outcome;
  }

  /** A second delivery that arrives while the first is handled here waits for it and shares its end. */
  private async once(work: Work): Promise<DispatchOutcome> {
    const key = `${work.event.key}@${work.handler.id}`;
    const running = this.inFlight.get(key);
    if (running) {
      const outcome = await running;
      return outcome === 'handled' ? 'duplicate' : outcome;
    }
    const outcome = this.handle(key, work).finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, outcome);
    return outcome;
  }

  private async handle(key: string, work: Work): Promise<DispatchOutcome> {
    const { event, handler, receivedAt, onFailure } = work;
    const { store } = this.settings;
    try {
      const state = await store.begin(key);
      if (state !== 'new') return state === 'done' ? 'duplicate' : 'running';
    } catch (error) {
      return this.failed(`The event store could not begin ${key}`, error, onFailure);
    }
    try {
      const context = { event: event.type, eventKey: event.key, receivedAt };
      await handler.run(event.payload, context);
    } catch (error) {
      await this.release(key);
      return this.failed(`${handler.id} failed on ${event.key}`, error, onFailure);
    }
    try {
      await store.complete(key);
      return 'handled';
    } catch (error) {
      return this.failed(`The event store could not complete ${key}`, error, onFailure);
    }
  }

  private async release(key: string): Promise<void> {
    try {
      await this.settings.store.fail(key);
    } catch (error) {
      this.failed(`The event store could not release ${key}`, error);
    }
  }

  /** An application's error may quote the payer: tax ids and credentials in it are masked. */
  private failed(what: string, error: unknown, onFailure?: FailureListener): DispatchOutcome {
    // Told by its shape, since an error of another realm is no instance of this one's Error.
    const stack = (error as { stack?: unknown } | null | undefined)?.stack;
    const reason = redact(`${what}: ${String(error)}`);
    onFailure?.(reason);
    this.logger.error(reason, typeof stack === 'string' ? redact(stack) : undefined);
    return 'failed';
  }
}

/** One handler's part of an event. */
interface Work {
  readonly event: PixEvent;
  readonly handler: EventHandler;
  readonly receivedAt: Date;
  readonly onFailure: FailureListener;
}
