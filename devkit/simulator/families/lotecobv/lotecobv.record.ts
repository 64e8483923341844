import type { Plain } from 'nestjs-pix';
import type { CobVRevisadaDto, CobVSolicitadaDto } from 'nestjs-pix/dto';
import type { Frozen, TimedRecord } from '../../kernel/draft.js';
import type { ProblemBody } from '../problem-type.js';

/**
 * The latest request for a charge of a batch. The body is checked when the request is executed, not
 * before.
 */
export type LotePedido = Frozen<
  | { acao: 'criar'; body: Plain<CobVSolicitadaDto> }
  | { acao: 'revisar'; body: Plain<CobVRevisadaDto> }
>;

/** A charge of a batch. */
export interface LoteItem {
  readonly txid: string;
  readonly status: 'EM_PROCESSAMENTO' | 'CRIADA' | 'NEGADA';
  readonly pedido: LotePedido;
  /** Why the charge is NEGADA. */
  readonly problema?: Frozen<ProblemBody>;
  /** When the charge was created: milliseconds since the epoch, by the simulator's clock. */
  readonly createdAt?: number;
}

/** A batch of due-date charges. */
export interface LoteRecord extends TimedRecord {
  /** Identifier that the receiver chose. */
  readonly id: string;
  /** Number that responses show as `id` (schema `LoteCobVConsultado`). */
  readonly numero: number;
  readonly descricao: string;
  readonly itens: readonly LoteItem[];
  /**
   * When the items that are EM_PROCESSAMENTO are processed: milliseconds since the epoch, by the
   * simulator's clock.
   */
  readonly processAt: number;
}
