import { Inject, Injectable, Logger } from '@nestjs/common';
import { redact } from '../../errors/index.js';
import type { PixEvent } from '../events/pix-event.js';
import type { ReceiverSettings } from '../receiver.settings.js';
import { RECEIVER_SETTINGS } from '../receiver.tokens.js';
import type { EventHandler } from './event-handler.js';
import { EventHandlerRegistry } from './event-handler.registry.js';

/**
 * - `handled`: every handler has succeeded, at least one of them now.
 * - `duplicate`: every handler had succeeded before.
 * - `running`: another process is at it; ask again later.
 * - `failed`: a handler failed; the event is to be delivered again.
 */
export type DispatchOutcome = 'handled' | 'duplicate' | 'running' | 'failed';

/** The worst outcome of several handlers or events decides the whole. */
const severity: readonly DispatchOutcome[] = ['duplicate', 'handled', 'running', 'failed'];

export function worst(outcomes: readonly DispatchOutcome[]): DispatchOutcome {
  return severity[Math.max(0, ...outcomes.map((outcome) => severity.indexOf(outcome)))] ?? 'failed';
}

/** Runs the handlers of an event: each until it has succeeded once, whatever the others do. @internal */
@Injectable()
export class EventDispatcher {
  private readonly logger = new Logger('PixWebhookReceiver');
  private readonly inFlight = new Map<string, Promise<DispatchOutcome>>();

  constructor(
    private readonly registry: EventHandlerRegistry,
    @Inject(RECEIVER_SETTINGS) private readonly settings: Pick<ReceiverSettings, 'store'>,
  ) {}

  /** Never rejects. */
  async dispatch(event: PixEvent, receivedAt = new Date()): Promise<DispatchOutcome> {
    const handlers = this.registry.of(event.type);
    if (handlers.length === 0) {
      this.logger.debug(`No handler for ${event.type}: ${event.key}`);
      return 'handled';
    }
    const outcomes: DispatchOutcome[] = [];
    for (const handler of handlers) {
      outcomes.push(await this.once(event, handler, receivedAt));
    }
    const outcome = worst(outcomes);
    this.logger.log(`${event.type} ${event.key}: ${outcome}`);
    return outcome;
  }

  /** A second delivery that arrives while the first is handled here waits for it and shares its end. */
  private async once(
    event: PixEvent,
    handler: EventHandler,
    receivedAt: Date,
  ): Promise<DispatchOutcome> {
    const key = `${event.key}@${handler.id}`;
    const running = this.inFlight.get(key);
    if (running) {
      const outcome = await running;
      return outcome === 'handled' ? 'duplicate' : outcome;
    }
    const work = this.handle(key, event, handler, receivedAt).finally(() =>
      this.inFlight.delete(key),
    );
    this.inFlight.set(key, work);
    return work;
  }

  private async handle(
    key: string,
    event: PixEvent,
    handler: EventHandler,
    receivedAt: Date,
  ): Promise<DispatchOutcome> {
    const { store } = this.settings;
    try {
      const state = await store.begin(key);
      if (state !== 'new') return state === 'done' ? 'duplicate' : 'running';
    } catch (error) {
      return this.failed(`The event store could not begin ${key}`, error);
    }
    try {
      const context = { event: event.type, eventKey: event.key, receivedAt };
      await handler.run(event.payload, context);
    } catch (error) {
      await this.release(key);
      return this.failed(`${handler.id} failed on ${event.key}`, error);
    }
    try {
      await store.complete(key);
      return 'handled';
    } catch (error) {
      return this.failed(`The event store could not complete ${key}`, error);
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
  private failed(what: string, error: unknown): DispatchOutcome {
    // Told by its shape, since an error of another realm is no instance of this one's Error.
    const stack = (error as { stack?: unknown } | null | undefined)?.stack;
    this.logger.error(
      redact(`${what}: ${String(error)}`),
      typeof stack === 'string' ? redact(stack) : undefined,
    );
    return 'failed';
  }
}
