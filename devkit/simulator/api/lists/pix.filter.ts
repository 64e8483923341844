import type { ParametrosConsultaPixDto } from 'nestjs-pix/dto';
import type { PixRecord } from '../../families/pix/pix.record.js';

/** The filter fields that select payments, without the period. */
export type PixListFilter = Pick<
  ParametrosConsultaPixDto,
  'txid' | 'txIdPresente' | 'devolucaoPresente' | 'cpf' | 'cnpj'
>;

/** Builds a predicate for payments (`GET /pix`). Returns `undefined` if the filter has no criteria. */
export function buildPixMatcher({
  txid,
  txIdPresente,
  devolucaoPresente,
  cpf,
  cnpj,
}: PixListFilter): ((record: PixRecord) => boolean) | undefined {
  const criteria = [txid, txIdPresente, devolucaoPresente, cpf, cnpj];
  if (criteria.every((criterion) => criterion === undefined)) return undefined;
  return (record) =>
    (txid === undefined || record.txid === txid) &&
    (txIdPresente === undefined || (record.txid !== undefined) === txIdPresente) &&
    (devolucaoPresente === undefined || record.devolucoes.length > 0 === devolucaoPresente) &&
    (cpf === undefined || record.pagador?.cpf === cpf) &&
    (cnpj === undefined || record.pagador?.cnpj === cnpj);
}
