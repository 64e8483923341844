import { EventDispatcher } from '../../lib/receiver/dispatch/event.dispatcher.js';
import { type EventHandler, EventHandlerRegistry } from '../../lib/receiver/dispatch/handlers.js';
import { httpStatuses } from '../../lib/receiver/dispatch/outcomes.js';
import { type PixNotificationKind, readNotification } from '../../lib/receiver/events.js';
import { NotificationIntake } from '../../lib/receiver/http/webhook.listener.js';
import type { ReceiverSettings } from '../../lib/receiver/nest/receiver.options.js';
import { PixReconciler } from '../../lib/receiver/provider/pix-reconciler.js';
import { ProviderVerifier } from '../../lib/receiver/provider/provider-verifier.js';
import type {
  PixRecebidosSource,
  PixReconcilerCursor,
} from '../../lib/receiver/provider/reconciliation.js';
import type { PixEventStore } from '../../lib/receiver/stores/event-store.js';
import type { Process } from './process.js';

/** The parts of the receiver of a process. */
export interface ReceiverParts {
  readonly process: Process;
  readonly handlers: readonly EventHandler[];
  readonly store: PixEventStore;
  readonly recebidos: PixRecebidosSource;
  readonly cursor: PixReconcilerCursor;
  readonly verifyWithProvider: boolean;
  /** For how long the bank may list a Pix late, in milliseconds. */
  readonly overlap: number;
}

const HOUR = 3_600_000;

/** The library's receiver behind its HTTP route, wired as the module does. */
export class Receiver {
  readonly reconciler: PixReconciler;
  private readonly intake: NotificationIntake;
  private readonly accepted: ReadonlySet<PixNotificationKind> = new Set(['pix', 'rec', 'cobr']);

  constructor(private readonly parts: ReceiverParts) {
    const { handlers, store, recebidos, cursor, verifyWithProvider, overlap } = parts;
    const registry = new EventHandlerRegistry();
    registry.fill(handlers);
    const settings = {
      name: 'default',
      hasTenants: false,
      store,
      verifyWithProvider,
      concurrency: 10,
      recebidos,
      runtime: parts.process,
      reconciler: {
        every: undefined,
        cursor,
        overlap,
        lookback: 24 * HOUR,
        refundLookback: 90 * 24 * HOUR,
        withoutTxid: false,
      },
    } as unknown as ReceiverSettings;
    const dispatcher = new EventDispatcher(registry, settings);
    const locator = { locate: () => recebidos };
    this.intake = new NotificationIntake(dispatcher, new ProviderVerifier(), locator, settings);
    this.reconciler = new PixReconciler(settings, dispatcher, locator);
  }

  /** Resolves with the status of the response to a notification. */
  async receive(path: string, body: string): Promise<number> {
    const kind = path.slice(path.lastIndexOf('/') + 1) as PixNotificationKind;
    const rules = { kind, accepted: this.accepted, maxEvents: 1000 };
    const notification = readNotification(body, rules);
    if (notification === 'too-many') return httpStatuses['too-many'];
    const receivedAt = new Date(this.parts.process.now());
    const arrival = { receiver: 'default', receivedAt, origin: 'notification' } as const;
    const outcome = await this.intake.take(notification.events, arrival);
    return notification.malformed && httpStatuses[outcome] === 200
      ? httpStatuses.malformed
      : httpStatuses[outcome];
  }
}
