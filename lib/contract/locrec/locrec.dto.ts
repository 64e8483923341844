import { ConsultaDto } from '../shared/consulta.dto.js';
import { ConvenioField } from '../shared/identifier-fields.js';
import { QueryBooleanField } from '../shared/query-fields.js';

/** Filter of a list of locations (BCB schema `ParametrosConsultaPayloadLocationRec`). */
export class ParametrosConsultaPayloadLocationRecDto extends ConsultaDto {
  @QueryBooleanField({ describe: 'Se a location serve uma recorrência.', optional: true })
  idRecPresente?: boolean;

  @ConvenioField({ optional: true })
  convenio?: string;
}
