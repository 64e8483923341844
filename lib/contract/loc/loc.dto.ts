import { ConvenioField, QueryBooleanField } from '../shared/fields.js';
import { ConsultaDto } from '../shared/shared.dto.js';
import type { TipoCob } from '../shared/shared.types.js';
import { ChoiceField } from '../validation/fields.js';

/** Body that creates a location (BCB schema `PayloadLocationSolicitada`). */
export class PayloadLocationSolicitadaDto {
  @ChoiceField(['cob', 'cobv'], 'Tipo da cobrança que a location vai servir.')
  tipoCob!: TipoCob;
}

/** Filter of a list of locations (BCB schema `ParametrosConsultaPayloadLocation`). */
export class ParametrosConsultaPayloadLocationDto extends ConsultaDto {
  @QueryBooleanField('Se a location serve uma cobrança.', { optional: true })
  txIdPresente?: boolean;

  @ChoiceField(['cob', 'cobv'], 'Tipo da cobrança.', { optional: true })
  tipoCob?: TipoCob;
}

/** Filter of a list of locations (BCB schema `ParametrosConsultaPayloadLocationRec`). */
export class ParametrosConsultaPayloadLocationRecDto extends ConsultaDto {
  @QueryBooleanField('Se a location serve uma recorrência.', { optional: true })
  idRecPresente?: boolean;

  @ConvenioField({ optional: true })
  convenio?: string;
}
