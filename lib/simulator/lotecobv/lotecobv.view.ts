import type { LoteCobVConsultado } from '../../contract/lotecobv/lotecobv.types.js';
import type { LoteRecord } from './lotecobv.record.js';

/** A batch as the specification shows it (schema `LoteCobVConsultado`). */
export function toLote({ numero, descricao, criadoEm, itens }: LoteRecord): LoteCobVConsultado {
  return {
    id: numero,
    descricao,
    criacao: new Date(criadoEm).toISOString(),
    cobsv: itens.map(({ txid, status, problema, criadaEm }) => ({
      txid,
      status,
      ...(problema && { problema }),
      ...(criadaEm !== undefined && { criacao: new Date(criadaEm).toISOString() }),
    })),
  };
}
