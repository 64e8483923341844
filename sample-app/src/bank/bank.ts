import type { PixModuleOptions } from 'nestjs-pix';
import type { WebhookListenerSettings } from '../settings/settings.js';

/** Injects the {@link Bank}. */
export const BANK = Symbol('Bank');

/** The shop's Pix provider, real or simulated: what the rest of the shop needs to know of it. */
export interface Bank {
  /** What the library is configured with. */
  readonly pix: PixModuleOptions;
  /** The shop's Pix key. */
  readonly chave: string;
  /** How the bank reaches the shop. */
  readonly webhook: {
    /** Address to register; in demo mode it is that of the listener, whose port is not known before. */
    readonly url?: string;
    /** Secret expected in the query of every notification. */
    readonly secret?: string;
    readonly listener?: WebhookListenerSettings;
  };
  /** Present in demo mode alone. */
  readonly demo?: SimulatedPayer;
}

/** Somebody with a banking application, at the simulated bank. */
export interface SimulatedPayer {
  /**
   * Pays a charge.
   *
   * @throws PaymentRefused when the simulated bank does not let it be paid
   */
  pay(txid: string): Promise<void>;
}

/** The simulated bank refuses to pay a charge: it has expired, say. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
}
