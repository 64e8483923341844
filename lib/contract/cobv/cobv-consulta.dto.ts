import { ParametrosConsultaCobDto } from '../cob/cob-consulta.dto.js';
import { QueryIntegerField } from '../shared/query-fields.js';

/** Filter of a list of due-date charges: the filter of immediate charges, and the batch. */
export class ParametrosConsultaCobVDto extends ParametrosConsultaCobDto {
  @QueryIntegerField({ describe: 'Lote a que a cobrança pertence.', min: 0, optional: true })
  loteCobVId?: number;
}
