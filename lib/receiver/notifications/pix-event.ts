import type { CobRNotification, Devolucao, Pix, RecNotification } from '../../contract/index.js';

/**
 * The kinds of notifications, each with its own webhook registration: Pix (`pix`), recurrences
 * (`recs`), recurring charges (`cobsr`).
 */
export type PixNotificationKind = 'pix' | 'rec' | 'cobr';

/** A refund in a final status, with the Pix it belongs to. */
export interface PixDevolucaoFinalizada {
  /** The refund; its `status` is `DEVOLVIDO` or `NAO_REALIZADO`. */
  devolucao: Devolucao;
  /** The received Pix, with all of its refunds. */
  pix: Pix;
}

/**
 * A Pix that the account sent or tried to send. The specification has no such notification; Efí
 * posts it to the address of received Pix. Additional fields are passed on as received.
 */
export interface PixEnviado {
  /** Absent if the provider refused the Pix before it had an end-to-end id. */
  endToEndId?: string;
  /** The amount as decimal text with two decimals. */
  valor: string;
  /** `REALIZADO`, `NAO_REALIZADO` or `EM_PROCESSAMENTO`; other providers may send other values. */
  status: string;
  /** When the Pix was sent, RFC 3339; `null` if it was not sent. */
  horario: string | null;
  chave?: string;
  tipo?: string;
  /** The identifier that the application assigned to the sent Pix. */
  idEnvio?: string;
  [field: string]: unknown;
}

/** The payload that handlers receive, by event type. */
export interface PixEventPayloads {
  /** A Pix was received. */
  'pix.recebido': Pix;
  /** The account sent a Pix, or sending it failed. */
  'pix.enviado': PixEnviado;
  /** A refund became `DEVOLVIDO` or `NAO_REALIZADO`. */
  'pix.devolucao': PixDevolucaoFinalizada;
  /** A recurrence changed. */
  recorrencia: RecNotification;
  /** A recurring charge changed. */
  'cobranca-recorrente': CobRNotification;
}

export type PixEventType = keyof PixEventPayloads;

/**
 * An event, reported once regardless of how often and in which body it arrives. `type` determines
 * the type of the payload.
 */
export type PixEvent<T extends PixEventType = PixEventType> = { [K in T]: EventOfType<K> }[T];

interface EventOfType<T extends PixEventType> {
  readonly type: T;
  /**
   * The same for every delivery of this event and different from all other events. Contains no
   * personal data.
   */
  readonly key: string;
  readonly payload: PixEventPayloads[T];
}
