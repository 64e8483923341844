import type { InterLoteSituacao, InterLoteSumario } from 'nestjs-pix/banks';
import type { LoteRecord } from '../../families/lotecobv/lotecobv.record.js';

/** Converts a batch to Inter's summary of its progress. */
export function toSumario({ createdAt, itens }: LoteRecord): InterLoteSumario {
  const count = (situacao: InterLoteSituacao) =>
    itens.filter(({ status }) => status === situacao).length;
  return {
    dataCriacaoProcessamento: new Date(createdAt).toISOString(),
    statusProcessamento: count('EM_PROCESSAMENTO') > 0 ? 'EM_PROCESSAMENTO' : 'PROCESSADO',
    totalCobrancas: itens.length,
    totalCobrancasCriadas: count('CRIADA'),
    totalCobrancasNegadas: count('NEGADA'),
  };
}
