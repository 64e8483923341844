import type { PixModuleOptions } from 'nestjs-pix';
import type { ReceivingAccount, WebhookListenerSettings } from '../settings/settings.js';

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
  /** The account that Pix Automático credits; absent if the bank does not offer it to the shop. */
  readonly conta?: ReceivingAccount;
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

  /**
   * Authorizes a recurrence. In journey 3 this also pays its immediate charge.
   *
   * @throws PaymentRefused when it cannot be authorized any more
   */
  approve(idRec: string, jornada: 'JORNADA_2' | 'JORNADA_3'): Promise<void>;

  /** @throws PaymentRefused when it is not waiting for an authorization */
  reject(idRec: string): Promise<void>;

  /** @throws PaymentRefused when it has ended */
  cancelRecurrence(idRec: string): Promise<void>;

  /**
   * Ends the pending attempt of a recurring charge before its day: paid, or without funds.
   *
   * @throws PaymentRefused when no attempt is pending
   */
  settle(txid: string, isPaid: boolean): Promise<void>;
}

/** The simulated bank refused to pay a charge, for example because it has expired. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
}
