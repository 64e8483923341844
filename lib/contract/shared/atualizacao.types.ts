import type { Open } from './open-union.js';

/** One state that a record went through. */
export interface Atualizacao<Status extends string> {
  status: Status;
  /** RFC 3339. */
  data: string;
}

/** Who asked for a cancellation. */
export type Solicitante = Open<
  'PSP_PAGADOR' | 'USUARIO_PAGADOR' | 'PSP_RECEBEDOR' | 'USUARIO_RECEBEDOR'
>;
