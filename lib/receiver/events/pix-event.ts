import type { CobRNotification, Devolucao, Pix, RecNotification } from '../../contract/index.js';

/** What a provider notifies by its own registration: Pix, recurrences (`recs`), recurring charges (`cobsr`). */
export type PixNotificationKind = 'pix' | 'rec' | 'cobr';

/** A refund that reached its end, with the Pix it belongs to. */
export interface PixDevolucaoFinalizada {
  /** The refund; its `status` is `DEVOLVIDO` or `NAO_REALIZADO`. */
  devolucao: Devolucao;
  /** The received Pix, with all of its refunds. */
  pix: Pix;
}

/** What a handler receives, by event. */
export interface PixEventPayloads {
  /** A Pix with a txid arrived. */
  'pix.recebido': Pix;
  /** A refund became `DEVOLVIDO` or `NAO_REALIZADO`. */
  'pix.devolucao': PixDevolucaoFinalizada;
  /** A recurrence changed. */
  recorrencia: RecNotification;
  /** A recurring charge changed. */
  'cobranca-recorrente': CobRNotification;
}

export type PixEventType = keyof PixEventPayloads;

/** One thing that happened, told once however often and in whatever body it arrives. */
export interface PixEvent<T extends PixEventType = PixEventType> {
  readonly type: T;
  /** The same for every delivery of the same event, and for no other event. Holds no personal data. */
  readonly key: string;
  readonly payload: PixEventPayloads[T];
}

/** The second argument of a handler. */
export interface PixEventContext {
  readonly event: PixEventType;
  /** {@link PixEvent.key}: fit to make the handler's own effect idempotent. */
  readonly eventKey: string;
  /** When this delivery arrived. */
  readonly receivedAt: Date;
}
