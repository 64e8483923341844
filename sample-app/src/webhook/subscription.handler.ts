import { Injectable, UseInterceptors } from '@nestjs/common';
import {
  type CobRNotification,
  OnCobrancaRecorrente,
  OnRecorrencia,
  type PixEventContext,
  type RecNotification,
} from 'nestjs-pix';
import { SubscriptionNotifications } from '../subscriptions/subscription-notifications.js';
import { DeliveryRecorder } from './delivery-recorder.js';

/**
 * Handles changes of recurrences and recurring charges. A notification only says what to read: its event is completed in
 * the transaction that stores what the bank shows, so each is applied once, in any order.
 */
@Injectable()
@UseInterceptors(DeliveryRecorder)
export class SubscriptionHandler {
  constructor(private readonly notifications: SubscriptionNotifications) {}

  @OnRecorrencia()
  async onRecorrencia({ idRec }: RecNotification, context: PixEventContext): Promise<void> {
    await this.notifications.recurrenceChanged(idRec, (tx) => context.completeIn(tx));
  }

  @OnCobrancaRecorrente()
  async onCobrancaRecorrente({ txid }: CobRNotification, context: PixEventContext): Promise<void> {
    await this.notifications.chargeChanged(txid, (tx) => context.completeIn(tx));
  }
}
