import { Inject, Injectable } from '@nestjs/common';
import type { PixEvent } from '../events/pix-event.js';
import { RecebidosLocator } from '../recebidos/recebidos.locator.js';
import type { ReceiverSettings } from '../receiver.settings.js';
import { RECEIVER_SETTINGS } from '../receiver.tokens.js';
import { ProviderVerifier } from '../verification/provider-verifier.js';
import type { Verified } from '../verification/provider-verifier.js';
import { worst } from './delivery-outcome.js';
import type { PixDeliveryOutcome } from './delivery-outcome.js';
import { EVENT_SINK } from './event-sink.js';
import type { EventSink } from './event-sink.js';

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

  /** One bad event keeps none of the others from being handled. Never rejects. */
  take(events: readonly PixEvent[], receivedAt: Date): Promise<PixDeliveryOutcome> {
    const [event, ...others] = events;
    if (!event || others.length > 0 || this.settings.verifyWithProvider) {
      return this.takeAll(events, receivedAt);
    }
    return this.sink.dispatch(event, receivedAt);
  }

  private async takeAll(
    events: readonly PixEvent[],
    receivedAt: Date,
  ): Promise<PixDeliveryOutcome> {
    const outcomes: PixDeliveryOutcome[] = [];
    for (const event of await this.verified(events)) {
      outcomes.push(
        typeof event === 'string' ? event : await this.sink.dispatch(event, receivedAt),
      );
    }
    return worst(outcomes);
  }

  private async verified(events: readonly PixEvent[]): Promise<readonly Verified[]> {
    if (!this.settings.verifyWithProvider) return events;
    return this.verifier.verify(events, this.locator.locate('verifyWithProvider'));
  }
}
