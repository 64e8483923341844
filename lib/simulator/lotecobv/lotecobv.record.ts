import type { CobVRevisada, CobVSolicitada } from '../../contract/bodies.types.js';
import type { ProblemBody } from '../problems/simulator-problem.js';

/** What a batch is yet to do with one of its charges. The bodies are checked when it is done, not before. */
export type LotePedido =
  | { readonly acao: 'criar'; readonly body: CobVSolicitada }
  | { readonly acao: 'revisar'; readonly body: CobVRevisada };

/** A charge of a batch. */
export interface LoteItem {
  readonly txid: string;
  status: 'EM_PROCESSAMENTO' | 'CRIADA' | 'NEGADA';
  pedido: LotePedido;
  /** Why it is NEGADA. */
  problema?: ProblemBody;
  /** Milliseconds since the epoch, by the simulator's clock. */
  criadaEm?: number;
}

/** A batch of due-date charges. */
export interface LoteRecord {
  /** As the receiver named it. */
  readonly id: string;
  /** As the provider shows it (schema `LoteCobVConsultado`). */
  readonly numero: number;
  descricao: string;
  readonly criadoEm: number;
  readonly itens: LoteItem[];
  /** When what is EM_PROCESSAMENTO is done. */
  processaEm: number;
}
