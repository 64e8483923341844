import { TxidField } from '../shared/identifier-fields.js';
import { ChoiceField } from '../validation/index.js';

/** Body that pays a charge in PagBank's sandbox; the names are PagBank's. */
export class PagBankPagamentoDto {
  @ChoiceField(['PAID'], { describe: 'Novo status da cobrança.' })
  status!: 'PAID';

  @TxidField({ describe: 'Identificador da cobrança.' })
  tx_id!: string;
}
