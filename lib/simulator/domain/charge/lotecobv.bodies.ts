import { ListField, TextField } from '../../../contract/validation/index.js';
import { TxidField } from '../../../contract/shared/identifier-fields.js';

class LoteItemDto {
  @TxidField()
  txid!: string;
}

/**
 * What makes a batch one: the rest of a charge is checked when it is made, and a fault in it denies that charge and not
 * the batch (specification, `GET /lotecobv/{id}`: `problema` holds what `PUT /cobv/{txid}` would say).
 */
export class LoteDto {
  @TextField({ describe: 'Descrição do lote.' })
  descricao!: string;

  @ListField(() => LoteItemDto, { describe: 'Cobranças do lote.' })
  cobsv!: LoteItemDto[];
}

/** The same of a revision. */
export class LoteRevisadoDto {
  @TextField({ describe: 'Descrição do lote.', optional: true })
  descricao?: string;

  @ListField(() => LoteItemDto, { describe: 'Revisões de cobranças.', optional: true })
  cobsv?: LoteItemDto[];
}
