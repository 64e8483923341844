import { Inject, Injectable } from '@nestjs/common';
import type { PixEvent } from '../events/pix-event.js';
import type { PixRecebidosSource } from '../recebidos/pix-recebidos-source.js';
import { RecebidosLocator } from '../recebidos/recebidos.locator.js';
import type { ReceiverSettings } from '../receiver.settings.js';
import { RECEIVER_SETTINGS } from '../receiver.tokens.js';
import { ProviderVerifier } from '../verification/provider-verifier.js';
import type { Verified } from '../verification/provider-verifier.js';
import { scopeEvents } from '../tenancy/event-source.js';
import { worst } from './delivery-outcome.js';
import type { PixDeliveryOutcome } from './delivery-outcome.js';
import { EVENT_SINK } from './event-sink.js';
import type { Arrival, EventSink } from './event-sink.js';

/** Takes the events of an authenticated notification: each is verified, when that is asked for, and passed on. @internal */
@Injectable()
export class NotificationIntake {
  constructor(
    @Inject(EVENT_SINK) private readonly sink: EventSink,
    @Inject(ProviderVerifier) private readonly verifier: Pick<ProviderVerifier, 'verify'>,
    @Inject(RecebidosLocator) private readonly locator: Pick<RecebidosLocator, 'locate'>,
    @Inject(RECEIVER_SETTINGS)
    private readonly settings: Pick<ReceiverSettings, 'verifyWithProvider'>,
  ) {}

  /**
   * One bad event keeps none of the others from being handled. Never rejects.
   *
   * @param recebidos where the tenant's Pix are read; by default where the receiver's are
   */
  take(
    events: readonly PixEvent[],
    arrival: Arrival,
    recebidos?: PixRecebidosSource,
  ): Promise<PixDeliveryOutcome> {
    const scoped = scopeEvents(events, arrival);
    const [event, ...others] = scoped;
    if (!event || others.length > 0 || this.settings.verifyWithProvider) {
      return this.takeAll(scoped, arrival, recebidos);
    }
    return this.sink.dispatch(event, arrival);
  }

  private async takeAll(
    events: readonly PixEvent[],
    arrival: Arrival,
    recebidos: PixRecebidosSource | undefined,
  ): Promise<PixDeliveryOutcome> {
    const outcomes: PixDeliveryOutcome[] = [];
    for (const event of await this.verified(events, recebidos)) {
      outcomes.push(typeof event === 'string' ? event : await this.sink.dispatch(event, arrival));
    }
    return worst(outcomes);
  }

  private async verified(
    events: readonly PixEvent[],
    recebidos: PixRecebidosSource | undefined,
  ): Promise<readonly Verified[]> {
    if (!this.settings.verifyWithProvider) return events;
    return this.verifier.verify(events, recebidos ?? this.locator.locate('verifyWithProvider'));
  }
}
