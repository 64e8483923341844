import { CobVRevisadaDto, CobVSolicitadaDto } from '../cobv/cobv.dto.js';
import { TxidField } from '../shared/identifier-fields.js';
import { ListField, TextField } from '../validation/index.js';

/** A due-date charge of a new batch. */
export class LoteCobVSolicitadaDto extends CobVSolicitadaDto {
  @TxidField()
  txid!: string;
}

/** A revision of a charge of a batch. */
export class LoteCobVRevisadaDto extends CobVRevisadaDto {
  @TxidField()
  txid!: string;
}

/** Body that creates a batch, or sends the whole batch again (BCB request body `LoteCobVBody`). */
export class LoteCobVBodyDto {
  @TextField({ describe: 'Descrição do lote.' })
  descricao!: string;

  @ListField(() => LoteCobVSolicitadaDto, { describe: 'Cobranças do lote.' })
  cobsv!: LoteCobVSolicitadaDto[];
}

/** Body that revises some charges of a batch (BCB request body `LoteCobVBodyRevisado`). */
export class LoteCobVBodyRevisadoDto {
  @TextField({ describe: 'Descrição do lote.', optional: true })
  descricao?: string;

  @ListField(() => LoteCobVRevisadaDto, { describe: 'Revisões de cobranças.', optional: true })
  cobsv?: LoteCobVRevisadaDto[];
}
