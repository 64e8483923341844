import { ConsultaDto } from '../shared/consulta.dto.js';
import { QueryBooleanField } from '../shared/query-fields.js';
import type { TipoCob } from '../shared/tipo-cob.types.js';
import { ChoiceField } from '../validation/index.js';

/** Body that creates a location (BCB schema `PayloadLocationSolicitada`). */
export class PayloadLocationSolicitadaDto {
  @ChoiceField(['cob', 'cobv'], { describe: 'Tipo da cobrança que a location vai servir.' })
  tipoCob!: TipoCob;
}

/** Filter of a list of locations (BCB schema `ParametrosConsultaPayloadLocation`). */
export class ParametrosConsultaPayloadLocationDto extends ConsultaDto {
  @QueryBooleanField({ describe: 'Se a location serve uma cobrança.', optional: true })
  txIdPresente?: boolean;

  @ChoiceField(['cob', 'cobv'], { describe: 'Tipo da cobrança.', optional: true })
  tipoCob?: TipoCob;
}
