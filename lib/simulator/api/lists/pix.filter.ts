import type { ParametrosConsultaPixDto } from '../../../contract/pix/pix.dto.js';
import type { PixRecord } from '../../domain/state/pix.record.js';

/** Of a filter what selects payments, their period aside. */
export type PixFilter = Pick<
  ParametrosConsultaPixDto,
  'txid' | 'txIdPresente' | 'devolucaoPresente' | 'cpf' | 'cnpj'
>;

/** Whether a payment passes the filter of `GET /pix`; `undefined` when the filter leaves none out. */
export function pixMatcher({
  txid,
  txIdPresente,
  devolucaoPresente,
  cpf,
  cnpj,
}: PixFilter): ((record: PixRecord) => boolean) | undefined {
  const criteria = [txid, txIdPresente, devolucaoPresente, cpf, cnpj];
  if (criteria.every((criterion) => criterion === undefined)) return undefined;
  return (record) =>
    (txid === undefined || record.txid === txid) &&
    (txIdPresente === undefined || (record.txid !== undefined) === txIdPresente) &&
    (devolucaoPresente === undefined || record.devolucoes.length > 0 === devolucaoPresente) &&
    (cpf === undefined || record.pagador?.cpf === cpf) &&
    (cnpj === undefined || record.pagador?.cnpj === cnpj);
}
