import type { LoteCobVConsultado } from 'nestjs-pix';
import type { LoteRecord } from '../../families/lotecobv/lotecobv.record.js';
import type { Frozen } from '../../kernel/draft.js';

/** Converts a batch to schema `LoteCobVConsultado`. */
export function toLote({
  numero,
  descricao,
  createdAt,
  itens,
}: LoteRecord): Frozen<LoteCobVConsultado> {
  return {
    id: numero,
    descricao,
    criacao: new Date(createdAt).toISOString(),
    cobsv: itens.map(({ txid, status, problema, createdAt }) => ({
      txid,
      status,
      ...(problema && { problema }),
      ...(createdAt !== undefined && { criacao: new Date(createdAt).toISOString() }),
    })),
  };
}
