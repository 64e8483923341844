import { worst, type PixDeliveryOutcome } from '../dispatch/delivery-outcome.js';
import type { Arrival, EventSink } from '../dispatch/event-sink.js';
import { Turns } from '../dispatch/turns.js';
import { scopeEvents } from '../notifications/event-source.js';
import type { PixEvent } from '../notifications/pix-event.js';
import type { PixRecebidosSource } from '../provider/pix-recebidos-source.js';
import type { RecebidosFinder } from '../provider/recebidos-finder.js';
import type { ProviderVerifier, Verified } from '../provider/verification/provider-verifier.js';

/**
 * Passes the events of an authenticated notification on, after verifying each with the provider if
 * configured.
 * @internal
 */
export class NotificationIntake {
  constructor(
    private readonly sink: EventSink,
    private readonly verifier: Pick<ProviderVerifier, 'verify'>,
    private readonly finder: RecebidosFinder,
    private readonly options: {
      readonly verifyWithProvider: boolean;
      /** How many events of a notification are handled at a time. */
      readonly concurrency: number;
    },
  ) {}

  /**
   * Processes the events independently: a bad event does not affect the others. Never rejects.
   *
   * @param recebidos where the tenant's Pix are read; by default the source of the receiver
   */
  take(
    events: readonly PixEvent[],
    arrival: Arrival,
    recebidos?: PixRecebidosSource,
  ): Promise<PixDeliveryOutcome> {
    const scoped = scopeEvents(events, arrival);
    const [event, ...others] = scoped;
    if (!event || others.length > 0 || this.options.verifyWithProvider) {
      return this.#takeAll(scoped, arrival, recebidos);
    }
    return this.sink.dispatch(event, arrival);
  }

  async #takeAll(
    events: readonly PixEvent[],
    arrival: Arrival,
    recebidos: PixRecebidosSource | undefined,
  ): Promise<PixDeliveryOutcome> {
    const verified = await this.#verified(events, recebidos);
    const turns = new Turns(this.options.concurrency);
    const outcomes = verified.map(async (event) =>
      typeof event === 'string'
        ? event
        : turns.start(event, (gate) => this.sink.dispatch(event, arrival, { gate })),
    );
    return worst(await Promise.all(outcomes));
  }

  async #verified(
    events: readonly PixEvent[],
    recebidos: PixRecebidosSource | undefined,
  ): Promise<readonly Verified[]> {
    if (!this.options.verifyWithProvider) return events;
    return this.verifier.verify(events, recebidos ?? this.finder.locate('verifyWithProvider'));
  }
}
