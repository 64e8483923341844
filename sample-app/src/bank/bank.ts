import type { PixModuleOptions } from 'nestjs-pix';
import type { WebhookListenerSettings } from '../settings/settings.js';

/** Injects the {@link Bank}. */
export const BANK = Symbol('Bank');

/** The shop's Pix provider, real or simulated. */
export interface Bank {
  /** Options of `PixModule`. */
  readonly pix: PixModuleOptions;
  /** The shop's Pix key. */
  readonly chave: string;
  /** How the bank sends notifications to the shop. */
  readonly webhook: {
    /** Address to register. Absent in demo mode: the address of the listener is registered. */
    readonly url?: string;
    /** Secret expected in the query of every notification. */
    readonly secret?: string;
    readonly listener?: WebhookListenerSettings;
  };
  /** Present only in demo mode. */
  readonly demo?: SimulatedPayer;
}

/** A payer at the simulated bank. */
export interface SimulatedPayer {
  /**
   * Pays a charge.
   *
   * @throws PaymentRefused when the simulated bank refuses the payment
   */
  pay(txid: string): Promise<void>;
}

/** The simulated bank refused to pay a charge, for example because it has expired. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
}
