import { isCalendarDate } from '../../values/index.js';
import type { OneTaxId } from '../shared/body.js';
import {
  ConvenioField,
  EitherCnpjField,
  EitherCpfField,
  TxidField,
} from '../shared/identifier-fields.js';
import {
  ChoiceField,
  DateField,
  Must,
  NestedField,
  RefusedWhen,
  TextField,
  ValorField,
} from '../validation/index.js';
import type { RecPeriodicidade } from './rec-base.types.js';

/**
 * The debtor of a recurrence (BCB schemas `PessoaFisicaRecorrencia`, `PessoaJuridicaRecorrencia`).
 */
export class PessoaRecorrenciaDto {
  /** Either this or `cnpj`. */
  @EitherCpfField()
  cpf?: string;

  /** Either this or `cpf`. */
  @EitherCnpjField()
  cnpj?: string;

  @TextField({ describe: 'Nome da pessoa ou da empresa.', max: 140 })
  nome!: string;
}

/** The agreement that the payer authorizes (BCB schema `RecBase`, `vinculo`). */
export class RecVinculoDto {
  /** Up to 35 characters. */
  @TextField({ describe: 'Número ou código do contrato.', max: 35 })
  contrato!: string;

  @NestedField(() => PessoaRecorrenciaDto, { describe: 'Devedor dos pagamentos.' })
  devedor!: OneTaxId<PessoaRecorrenciaDto>;

  /** Description of the contract that the payer recognizes; up to 35 characters. */
  @TextField({
    describe: 'O que se paga, em palavras que o pagador reconheça.',
    max: 35,
    optional: true,
  })
  objeto?: string;
}

/** The period and interval of the payments (BCB schema `RecBase`, `calendario`). */
export class RecCalendarioDto {
  /** Expected date of the first payment, `YYYY-MM-DD`. */
  @DateField({ describe: 'Data estimada do primeiro pagamento.', example: '2024-04-01' })
  dataInicial!: string;

  /** Last date. If omitted, the recurrence has no end. */
  @Must<RecCalendarioDto>(
    'periodo',
    'não pode ser anterior a dataInicial',
    (dataFinal, { dataInicial }) =>
      !isCalendarDate(dataFinal) || !isCalendarDate(dataInicial) || dataFinal >= dataInicial,
  )
  @DateField({ describe: 'Data final da vigência.', optional: true, example: '2025-04-01' })
  dataFinal?: string;

  @ChoiceField(['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'], {
    describe: 'Periodicidade das cobranças.',
  })
  periodicidade!: RecPeriodicidade;
}

/** The amount of each payment: fixed, with a floor, or neither (BCB schema `RecBase`, `valor`). */
export class RecValorDto {
  /** Fixed amount of each payment, decimal text. */
  @ValorField({ describe: 'Valor fixo de cada pagamento.', optional: true })
  valorRec?: string;

  /** Floor for the maximum amount that the payer may set; not together with `valorRec`. */
  @RefusedWhen<RecValorDto>('junto com valorRec', ({ valorRec }) => valorRec !== undefined)
  @ValorField({ describe: 'Piso do limite que o pagador pode definir.', optional: true })
  valorMinimoRecebedor?: string;
}

/** The receiver's agreement with its provider (BCB schema `RecSolicitada`, `recebedor`). */
export class RecRecebedorDto {
  @ConvenioField({ optional: true })
  convenio?: string;
}

/** The immediate charge whose payment starts the recurrence (journey 3). */
export class RecDadosJornadaDto {
  @TxidField({ describe: 'Cobrança imediata vinculada à jornada 3.' })
  txid!: string;
}

/** How the recurrence is activated (BCB schema `RecAtivacaoSolicitada`). */
export class RecAtivacaoDto {
  @NestedField(() => RecDadosJornadaDto, { describe: 'Dados da jornada.', optional: true })
  dadosJornada?: RecDadosJornadaDto;
}
