import type { Open } from './open-union.js';

/** A status of a record with the instant at which it was set. */
export interface Atualizacao<Status extends string> {
  /** The status. */
  status: Status;
  /** When the status was set, RFC 3339. */
  data: string;
}

/** Who requested a cancellation: the provider (`PSP`) or the user of the payer or receiver. */
export type Solicitante = Open<
  'PSP_PAGADOR' | 'USUARIO_PAGADOR' | 'PSP_RECEBEDOR' | 'USUARIO_RECEBEDOR'
>;
