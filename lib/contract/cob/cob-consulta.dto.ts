import type { CobrancaStatus } from '../shared/cob-base.types.js';
import { ConsultaPorPessoaDto } from '../shared/consulta.dto.js';
import { QueryBooleanField } from '../shared/query-fields.js';
import { TextField } from '../validation/index.js';

/** Filter of a list of immediate charges (BCB schema `ParametrosConsultaCob`). */
export class ParametrosConsultaCobDto extends ConsultaPorPessoaDto {
  @QueryBooleanField({ describe: 'Se a cobrança tem location.', optional: true })
  locationPresente?: boolean;

  @TextField({ describe: 'Status da cobrança.', min: 1, optional: true, example: 'ATIVA' })
  status?: CobrancaStatus;
}
