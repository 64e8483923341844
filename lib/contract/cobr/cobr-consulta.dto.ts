import { ConsultaPorPessoaDto } from '../shared/consulta.dto.js';
import { ConvenioField, IdRecField } from '../shared/identifier-fields.js';
import { TextField } from '../validation/index.js';
import type { CobRStatus } from './cobr.types.js';

/** Filter of a list of recurring charges (BCB schema `ParametrosConsultaCobR`). */
export class ParametrosConsultaCobRDto extends ConsultaPorPessoaDto {
  @IdRecField({ optional: true })
  idRec?: string;

  @TextField({ describe: 'Status da cobrança.', min: 1, optional: true, example: 'ATIVA' })
  status?: CobRStatus;

  @ConvenioField({ optional: true })
  convenio?: string;
}
