import { ChoiceField, DateField, NestedField, TextField } from '../validation/index.js';
import { RecAtivacaoDto } from './rec-partes.dto.js';
import { LocRecField } from './rec.dto.js';

/** New name of the debtor. */
export class RecDevedorRevisadoDto {
  @TextField({ describe: 'Nome da pessoa ou da empresa.', max: 140 })
  nome!: string;
}

/** What may change of who owes. */
export class RecVinculoRevisadoDto {
  @NestedField(() => RecDevedorRevisadoDto, { describe: 'Devedor.', optional: true })
  devedor?: RecDevedorRevisadoDto;
}

/** What may change of when payments fall due, while the recurrence is `CRIADA`. */
export class RecCalendarioRevisadoDto {
  @DateField({ describe: 'Data estimada do primeiro pagamento.', optional: true })
  dataInicial?: string;
}

/** Body that revises or cancels a recurrence (BCB schema `RecRevisada`). */
export class RecRevisadaDto {
  /** Ends the whole link, future charges included (docs/interface.md#states). */
  @ChoiceField(['CANCELADA'], { describe: 'Cancela a recorrência.', optional: true })
  status?: 'CANCELADA';

  @NestedField(() => RecVinculoRevisadoDto, { describe: 'Vínculo.', optional: true })
  vinculo?: RecVinculoRevisadoDto;

  @LocRecField()
  loc?: number;

  @NestedField(() => RecCalendarioRevisadoDto, { describe: 'Calendário.', optional: true })
  calendario?: RecCalendarioRevisadoDto;

  @NestedField(() => RecAtivacaoDto, { describe: 'Ativação.', optional: true })
  ativacao?: RecAtivacaoDto;
}
