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

/**
 * A Pix that the account sent, or tried to send. The specification has no such notification: Efí posts it to the address
 * of the received ones. Fields beyond these are passed on as received.
 */
export interface PixEnviado {
  /** Absent where the provider refused the Pix before it had one. */
  endToEndId?: string;
  /** Decimal text with two decimals. */
  valor: string;
  /** `REALIZADO`, `NAO_REALIZADO` or `EM_PROCESSAMENTO`, as far as providers are known to send. */
  status: string;
  /** When it was sent; `null` when it was not. */
  horario: string | null;
  chave?: string;
  tipo?: string;
  /** The identifier that the application gave to the transfer. Efí sends it in `gnExtras`. */
  idEnvio?: string;
  [field: string]: unknown;
}

/** What a handler receives, by event. */
export interface PixEventPayloads {
  /** A Pix was received. */
  'pix.recebido': Pix;
  /** A Pix was sent by the account, or refused. */
  'pix.enviado': PixEnviado;
  /** A refund became `DEVOLVIDO` or `NAO_REALIZADO`. */
  'pix.devolucao': PixDevolucaoFinalizada;
  /** A recurrence changed. */
  recorrencia: RecNotification;
  /** A recurring charge changed. */
  'cobranca-recorrente': CobRNotification;
}

export type PixEventType = keyof PixEventPayloads;

/** One thing that happened, reported once however often and in whatever body it arrives. `type` tells the payload's type. */
export type PixEvent<T extends PixEventType = PixEventType> = { [K in T]: EventOfType<K> }[T];

interface EventOfType<T extends PixEventType> {
  readonly type: T;
  /** The same for every delivery of the same event, and for no other event. Holds no personal data. */
  readonly key: string;
  readonly payload: PixEventPayloads[T];
}
