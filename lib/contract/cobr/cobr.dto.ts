import { MAX_TEXT_LENGTH } from '../../values/index.js';
import { ConvenioField, IdRecField } from '../shared/fields.js';
import { ConsultaPorPessoaDto, DevedorRecorrenciaDto } from '../shared/shared.dto.js';
import {
  BooleanField,
  ChoiceField,
  DateField,
  NestedField,
  TextField,
  ValorField,
} from '../validation/fields.js';
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

/** The due date of a recurring charge. */
export class CobRCalendarioDto {
  /** Due date, `YYYY-MM-DD`. */
  @DateField({ describe: 'Data de vencimento.', example: '2024-04-15' })
  dataDeVencimento!: string;
}

/** Amount of a recurring charge. */
export class CobRValorDto {
  /** Decimal text, `106.07`, above zero. */
  @ValorField({ describe: 'Valor da cobrança.', example: '106.07' })
  original!: string;
}

/** The credited account (BCB schema `DadosBancariosRecebedor`). */
export class DadosBancariosRecebedorDto {
  @TextField({ describe: 'Conta do recebedor.', max: 20, orNumber: true, comparison: 'account' })
  conta!: string;

  @ChoiceField(['CORRENTE', 'POUPANCA', 'PAGAMENTO'], { describe: 'Tipo da conta.' })
  tipoConta!: 'CORRENTE' | 'POUPANCA' | 'PAGAMENTO';

  @TextField({ describe: 'Agência do recebedor.', max: 4, optional: true })
  agencia?: string;
}

/** Body that creates a recurring charge (BCB schema `CobRSolicitada`). */
export class CobRSolicitadaDto {
  @IdRecField()
  idRec!: string;

  @NestedField(() => CobRCalendarioDto, { describe: 'Vencimento.' })
  calendario!: CobRCalendarioDto;

  @NestedField(() => CobRValorDto, { describe: 'Valor da cobrança.' })
  valor!: CobRValorDto;

  /** Whether a due date that is not a business day moves to the next one. */
  @BooleanField({
    describe: 'Se a liquidação prevista passa para o próximo dia útil.',
    example: true,
  })
  ajusteDiaUtil!: boolean;

  @NestedField(() => DadosBancariosRecebedorDto, { describe: 'Conta que recebe.' })
  recebedor!: DadosBancariosRecebedorDto;

  @NestedField(() => DevedorRecorrenciaDto, { describe: 'Contato do devedor.', optional: true })
  devedor?: DevedorRecorrenciaDto;

  /** Up to 140 characters. */
  @TextField({
    describe: 'Informações adicionais da fatura.',
    max: MAX_TEXT_LENGTH,
    optional: true,
  })
  infoAdicional?: string;
}

/**
 * Body that cancels a recurring charge; the recurrence remains (BCB schema `CobRStatusRevisada`).
 * `CANCELADA` is the only accepted value; `REJEITADA` is never sent (docs/interface.md#states).
 */
export class CobRStatusRevisadaDto {
  @ChoiceField(['CANCELADA'], { describe: 'Cancela a cobrança.' })
  status!: 'CANCELADA';
}
