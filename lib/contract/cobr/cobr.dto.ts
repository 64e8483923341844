import { MAX_TEXT_LENGTH } from '../../values/index.js';
import { ConvenioField, IdRecField } from '../shared/fields.js';
import { ConsultaPorPessoaDto, DevedorRecorrenciaDto } from '../shared/shared.dto.js';
import type { CobRStatus } from '../shared/shared.types.js';
import {
  BooleanField,
  ChoiceField,
  DateField,
  NestedField,
  TextField,
  ValorField,
} from '../validation/fields.js';

/** Filter of a list of recurring charges (BCB schema `ParametrosConsultaCobR`). */
export class ParametrosConsultaCobRDto extends ConsultaPorPessoaDto {
  /** Identifier of the recurrence, 29 characters. */
  @IdRecField({ optional: true })
  idRec?: string;

  @TextField('Status da cobrança.', { min: 1, optional: true, example: 'ATIVA' })
  status?: CobRStatus;

  @ConvenioField({ optional: true })
  convenio?: string;
}

/** The due date of a recurring charge. */
export class CobRCalendarioDto {
  /** Due date, `YYYY-MM-DD`. */
  @DateField('Data de vencimento.', { example: '2024-04-15' })
  dataDeVencimento!: string;
}

/** Amount of a recurring charge. */
export class CobRValorDto {
  /** The charged amount as decimal text, `106.07`, above zero. */
  @ValorField('Valor da cobrança.', { example: '106.07' })
  original!: string;
}

/** The credited account (BCB schema `DadosBancariosRecebedor`). */
export class DadosBancariosRecebedorDto {
  @TextField('Conta do recebedor.', { max: 20, orNumber: true, comparison: 'account' })
  conta!: string;

  @ChoiceField(['CORRENTE', 'POUPANCA', 'PAGAMENTO'], 'Tipo da conta.')
  tipoConta!: 'CORRENTE' | 'POUPANCA' | 'PAGAMENTO';

  @TextField('Agência do recebedor.', { max: 4, optional: true })
  agencia?: string;
}

/** Body that creates a recurring charge (BCB schema `CobRSolicitada`). */
export class CobRSolicitadaDto {
  @IdRecField()
  idRec!: string;

  @NestedField(() => CobRCalendarioDto, 'Vencimento.')
  calendario!: CobRCalendarioDto;

  @NestedField(() => CobRValorDto, 'Valor da cobrança.')
  valor!: CobRValorDto;

  /** Whether a due date that is not a business day moves to the next one. */
  @BooleanField('Se a liquidação prevista passa para o próximo dia útil.', { example: true })
  ajusteDiaUtil!: boolean;

  @NestedField(() => DadosBancariosRecebedorDto, 'Conta que recebe.')
  recebedor!: DadosBancariosRecebedorDto;

  @NestedField(() => DevedorRecorrenciaDto, 'Contato do devedor.', { optional: true })
  devedor?: DevedorRecorrenciaDto;

  /** Up to 140 characters. */
  @TextField('Informações adicionais da fatura.', { max: MAX_TEXT_LENGTH, optional: true })
  infoAdicional?: string;
}

/**
 * Body that cancels a recurring charge; the recurrence remains (BCB schema `CobRStatusRevisada`).
 * `CANCELADA` is the only accepted value; `REJEITADA` is never sent (docs/interface.md#states).
 */
export class CobRStatusRevisadaDto {
  @ChoiceField(['CANCELADA'], 'Cancela a cobrança.')
  status!: 'CANCELADA';
}
