import { ID_REC_MARKS, isCalendarDate } from '../../values/index.js';
import type { OneTaxId } from '../shared/body.js';
import {
  ConvenioField,
  EitherCnpjField,
  EitherCpfField,
  IdRecField,
  IspbField,
  QueryBooleanField,
  TxidField,
} from '../shared/fields.js';
import { ConsultaPorPessoaDto } from '../shared/shared.dto.js';
import type { PoliticaRetentativa, RecPeriodicidade, RecStatus } from '../shared/shared.types.js';
import {
  ChoiceField,
  DateField,
  InstantField,
  IntegerField,
  Must,
  NestedField,
  RefusedWhen,
  TextField,
  ValorField,
} from '../validation/fields.js';

/** Filter of one recurrence: the charge to include in a composite QR code. */
export class ConsultaRecDto {
  @TxidField({ describe: 'Cobrança que compõe o QR Code com a recorrência.', optional: true })
  txid?: string;
}

/** Filter of a list of recurrences (BCB schema `ParametrosConsultaRec`). */
export class ParametrosConsultaRecDto extends ConsultaPorPessoaDto {
  /** Whether only recurrences with (or without) a location are requested. */
  @QueryBooleanField('Se a recorrência tem location.', { optional: true })
  locationPresente?: boolean;

  @TextField('Status da recorrência.', { min: 1, optional: true, example: 'APROVADA' })
  status?: RecStatus;

  @ConvenioField({ optional: true })
  convenio?: string;
}

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

  @TextField('Nome da pessoa ou da empresa.', { max: 140 })
  nome!: string;
}

/** The agreement that the payer authorizes (BCB schema `RecBase`, `vinculo`). */
export class RecVinculoDto {
  /** Identifier of the contract at the receiver, up to 35 characters. */
  @TextField('Número ou código do contrato.', { max: 35 })
  contrato!: string;

  /** The debtor. */
  @NestedField(() => PessoaRecorrenciaDto, 'Devedor dos pagamentos.')
  devedor!: OneTaxId<PessoaRecorrenciaDto>;

  /** Description of the contract that the payer recognizes; up to 35 characters. */
  @TextField('O que se paga, em palavras que o pagador reconheça.', { max: 35, optional: true })
  objeto?: string;
}

/** The period and interval of the payments (BCB schema `RecBase`, `calendario`). */
export class RecCalendarioDto {
  /** Expected date of the first payment, `YYYY-MM-DD`. */
  @DateField('Data estimada do primeiro pagamento.', { example: '2024-04-01' })
  dataInicial!: string;

  /** Last date. If omitted, the recurrence has no end. */
  @Must<RecCalendarioDto>(
    'periodo',
    'não pode ser anterior a dataInicial',
    (dataFinal, { dataInicial }) =>
      !isCalendarDate(dataFinal) || !isCalendarDate(dataInicial) || dataFinal >= dataInicial,
  )
  @DateField('Data final da vigência.', { optional: true, example: '2025-04-01' })
  dataFinal?: string;

  @ChoiceField(
    ['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'],
    'Periodicidade das cobranças.',
  )
  periodicidade!: RecPeriodicidade;
}

/** The amount of each payment: fixed, with a floor, or neither (BCB schema `RecBase`, `valor`). */
export class RecValorDto {
  /** Fixed amount of each payment, decimal text. */
  @ValorField('Valor fixo de cada pagamento.', { optional: true })
  valorRec?: string;

  /** Floor for the maximum amount that the payer may set; not together with `valorRec`. */
  @RefusedWhen<RecValorDto>('junto com valorRec', ({ valorRec }) => valorRec !== undefined)
  @ValorField('Piso do limite que o pagador pode definir.', { optional: true })
  valorMinimoRecebedor?: string;
}

/** The receiver's agreement with its provider (BCB schema `RecSolicitada`, `recebedor`). */
export class RecRecebedorDto {
  /** Agreement of the receiver with its provider. */
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
  @NestedField(() => RecDadosJornadaDto, 'Dados da jornada.', { optional: true })
  dadosJornada?: RecDadosJornadaDto;
}

/** Declares the identifier of the location for a recurrence (BCB schema `PayloadLocationRecId`). */
const LocRecField = () =>
  IntegerField('Identificador de uma location de recorrência criada antes.', {
    comparison: 'location',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    example: 108,
  });

/** Body that creates a recurrence (BCB schema `RecSolicitada`). */
export class RecSolicitadaDto {
  @NestedField(() => RecVinculoDto, 'O que o pagador autoriza.')
  vinculo!: RecVinculoDto;

  @NestedField(() => RecCalendarioDto, 'Vigência e periodicidade.')
  calendario!: RecCalendarioDto;

  /** Whether a settlement may be retried: not at all, or up to 3 times within 7 days. */
  @ChoiceField(
    ['NAO_PERMITE', 'PERMITE_3R_7D'],
    'Se há novas tentativas após o vencimento: nenhuma, ou até 3 em 7 dias.',
  )
  politicaRetentativa!: PoliticaRetentativa;

  /**
   * Optional, because the provider chooses it, although the schema requires it (docs/decisions.md
   * D23). If it is sent, it must match the retry policy; the schema does not detect a
   * contradiction.
   */
  @Must<RecSolicitadaDto>(
    'politica',
    'deve ter N na 2ª posição com politicaRetentativa NAO_PERMITE e R com PERMITE_3R_7D',
    (idRec, { politicaRetentativa }) => {
      const mark = ID_REC_MARKS.get(politicaRetentativa);
      return typeof idRec !== 'string' || mark === undefined || idRec[1] === mark;
    },
  )
  @IdRecField({ optional: true })
  idRec?: string;

  @NestedField(() => RecValorDto, 'Valor fixo ou piso.', { optional: true })
  valor?: RecValorDto;

  @NestedField(() => RecRecebedorDto, 'Dados do recebedor.', { optional: true })
  recebedor?: RecRecebedorDto;

  /** Identifier from the response of `POST /locrec`. */
  @LocRecField()
  loc?: number;

  @NestedField(() => RecAtivacaoDto, 'Ativação.', { optional: true })
  ativacao?: RecAtivacaoDto;
}

/** New name of the debtor. */
export class RecDevedorRevisadoDto {
  @TextField('Nome da pessoa ou da empresa.', { max: 140 })
  nome!: string;
}

/** What may change of who owes. */
export class RecVinculoRevisadoDto {
  @NestedField(() => RecDevedorRevisadoDto, 'Devedor.', { optional: true })
  devedor?: RecDevedorRevisadoDto;
}

/** What may change of when payments fall due, while the recurrence is `CRIADA`. */
export class RecCalendarioRevisadoDto {
  @DateField('Data estimada do primeiro pagamento.', { optional: true })
  dataInicial?: string;
}

/** Body that revises or cancels a recurrence (BCB schema `RecRevisada`). */
export class RecRevisadaDto {
  /** Ends the whole link, future charges included (docs/interface.md#states). */
  @ChoiceField(['CANCELADA'], 'Cancela a recorrência.', { optional: true })
  status?: 'CANCELADA';

  @NestedField(() => RecVinculoRevisadoDto, 'Vínculo.', { optional: true })
  vinculo?: RecVinculoRevisadoDto;

  @LocRecField()
  loc?: number;

  @NestedField(() => RecCalendarioRevisadoDto, 'Calendário.', { optional: true })
  calendario?: RecCalendarioRevisadoDto;

  @NestedField(() => RecAtivacaoDto, 'Ativação.', { optional: true })
  ativacao?: RecAtivacaoDto;
}

/** The time in which the payer may confirm. */
export class SolicRecCalendarioDto {
  /** When the request expires, RFC 3339. */
  @InstantField('Quando a solicitação expira.', { example: '2023-12-20T12:17:11.926Z' })
  dataExpiracaoSolicitacao!: string;
}

/** The account of the payer (BCB schemas `DadosBancarios` and `CPF` or `CNPJ`). */
export class SolicRecDestinatarioDto {
  /** Either this or `cnpj`. */
  @EitherCpfField()
  cpf?: string;

  /** Either this or `cpf`. */
  @EitherCnpjField()
  cnpj?: string;

  /** Account number, at most 20 characters. */
  @TextField('Conta do pagador.', { max: 20, orNumber: true })
  conta!: string;

  /** ISPB of the payer's participant, 8 characters. */
  @IspbField({ describe: 'ISPB do participante do pagador.' })
  ispbParticipante!: string;

  /** Branch number, at most 4 characters. */
  @TextField('Agência do pagador.', { max: 4, optional: true })
  agencia?: string;
}

/**
 * Body that requests the payer's confirmation of a recurrence (BCB schema `SolicRecSolicitada`).
 * The schema's `pagador` is not sent (docs/decisions.md D23).
 */
export class SolicRecSolicitadaDto {
  @IdRecField()
  idRec!: string;

  @NestedField(() => SolicRecCalendarioDto, 'Validade da solicitação.')
  calendario!: SolicRecCalendarioDto;

  @NestedField(() => SolicRecDestinatarioDto, 'Quem deve confirmar.')
  destinatario!: OneTaxId<SolicRecDestinatarioDto>;
}

/** Body that cancels a request (BCB schema `SolicRecRevisada`). */
export class SolicRecRevisadaDto {
  @ChoiceField(['CANCELADA'], 'Cancela a solicitação.')
  status!: 'CANCELADA';
}
