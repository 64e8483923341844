import type { CobVRevisada, CobVSolicitada } from '../../../contract/bodies.types.js';
import type { TimedRecord } from '../../kernel/draft.js';
import type { ProblemBody } from '../../problems/simulator-problem.js';

/** What a batch is yet to do with one of its charges. The bodies are checked when it is done, not before. */
export type LotePedido =
  | { readonly acao: 'criar'; readonly body: CobVSolicitada }
  | { readonly acao: 'revisar'; readonly body: CobVRevisada };

/** A charge of a batch. */
export interface LoteItem {
  readonly txid: string;
  readonly status: 'EM_PROCESSAMENTO' | 'CRIADA' | 'NEGADA';
  readonly pedido: LotePedido;
  /** Why it is NEGADA. */
  readonly problema?: ProblemBody;
  /** When the charge was created: milliseconds since the epoch, by the simulator's clock. */
  readonly createdAt?: number;
}

/** A batch of due-date charges. */
export interface LoteRecord extends TimedRecord {
  /** As the receiver named it. */
  readonly id: string;
  /** As the provider shows it (schema `LoteCobVConsultado`). */
  readonly numero: number;
  readonly descricao: string;
  readonly itens: readonly LoteItem[];
  /** When what is EM_PROCESSAMENTO is done. */
  readonly processaEm: number;
}
