import { ListField, TextField, TxidField } from 'nestjs-pix/spec';

class LoteItemDto {
  @TxidField()
  txid!: string;
}

/**
 * The fields of a batch that are checked before it is accepted. The rest of each charge is checked
 * when it is created: a violation denies that charge and not the batch (specification,
 * `GET /lotecobv/{id}`: `problema` has the error that `PUT /cobv/{txid}` would return).
 */
export class LoteDto {
  @TextField({ describe: 'Descrição do lote.' })
  descricao!: string;

  @ListField(() => LoteItemDto, { describe: 'Cobranças do lote.' })
  cobsv!: LoteItemDto[];
}

/** The fields of a revision of a batch that are checked before it is accepted. */
export class LoteRevisadoDto {
  @TextField({ describe: 'Descrição do lote.', optional: true })
  descricao?: string;

  @ListField(() => LoteItemDto, { describe: 'Revisões de cobranças.', optional: true })
  cobsv?: LoteItemDto[];
}
