import { ConsultaPorPessoaDto } from '../shared/consulta.dto.js';
import { ConvenioField, TxidField } from '../shared/identifier-fields.js';
import { QueryBooleanField } from '../shared/query-fields.js';
import { TextField } from '../validation/index.js';
import type { RecStatus } from './rec-base.types.js';

/** Filter of one recurrence: the charge to include in a composite QR code. */
export class ConsultaRecDto {
  @TxidField({ describe: 'Cobrança que compõe o QR Code com a recorrência.', optional: true })
  txid?: string;
}

/** Filter of a list of recurrences (BCB schema `ParametrosConsultaRec`). */
export class ParametrosConsultaRecDto extends ConsultaPorPessoaDto {
  @QueryBooleanField({ describe: 'Se a recorrência tem location.', optional: true })
  locationPresente?: boolean;

  @TextField({ describe: 'Status da recorrência.', min: 1, optional: true, example: 'APROVADA' })
  status?: RecStatus;

  @ConvenioField({ optional: true })
  convenio?: string;
}
