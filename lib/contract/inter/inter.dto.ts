import { CNPJ, CPF } from '../../values/index.js';
import { NotBefore } from '../shared/consulta.dto.js';
import { ChaveField, PixTxidField, TxidField } from '../shared/identifier-fields.js';
import { QueryInstantField, QueryIntegerField } from '../shared/query-fields.js';
import {
  ChoiceField,
  PatternField,
  PositiveNumberField,
  TextListField,
} from '../validation/index.js';

/** Body that pays a charge in Inter's sandbox. */
export class InterPagamentoDto {
  /** A number, unlike every amount of the specification: `150` is R$ 150.00. */
  @PositiveNumberField({ describe: 'Valor pago.', example: 150 })
  valor!: number;
}

/** Filter of Inter's list of callbacks; the names are Inter's. */
export class InterConsultaCallbacksDto {
  @QueryInstantField({ describe: 'Início do período.' })
  dataHoraInicio!: Date | string;

  @NotBefore('dataHoraInicio')
  @QueryInstantField({ describe: 'Fim do período.' })
  dataHoraFim!: Date | string;

  /** Page, from 0. */
  @QueryIntegerField({ describe: 'Página, a partir de 0.', min: 0, optional: true })
  pagina?: number;

  /** Items per page, 10 to 50. */
  @QueryIntegerField({ describe: 'Itens por página.', min: 10, max: 50, optional: true })
  tamanhoPagina?: number;

  @PixTxidField({ optional: true })
  txid?: string;
}

/** Body that requests redelivery of callbacks from Inter. */
export class InterReenvioCallbacksDto {
  @TextListField({ describe: 'Cobranças cujos callbacks se reenviam.', min: 1, max: 50 })
  txId!: string[];

  @ChaveField({ describe: 'Chave Pix do webhook.' })
  chavePix!: string;
}

/** Either pattern: `CPF` or `CNPJ`. */
const CPF_OR_CNPJ = new RegExp(`${CPF.source}|${CNPJ.source}`);

const REC_STATUSES = ['APROVADA', 'CANCELADA'] as const;

/** Codes of the cancellation of a recurrence in Inter's sandbox. */
const REC_REASONS = [
  'ACCL',
  'CPCL',
  'DCSD',
  'ERSL',
  'FRUD',
  'PCFD',
  'SLCR',
  'SLDB',
  'NRES',
] as const;

const SOLICREC_STATUSES = ['CANCELADA', 'ENVIADA', 'RECEBIDA', 'ACEITA', 'REJEITADA'] as const;

/** Reasons of the cancellation of a recurring charge in Inter's sandbox. */
const COBR_REASONS = [
  'UNSPECIFIED',
  'ACCOUNT_CANCELED',
  'ACCOUNT_BLOCKED',
  'RECURRENCE_CANCELED',
  'SETTLEMENT_FAILED',
  'OTHER',
  'REQUESTED_BY_PAYER',
  'REQUESTED_BY_RECEIVER',
] as const;

/** Body that approves or cancels a recurrence in Inter's sandbox, as its payer. */
export class InterStatusRecDto {
  @ChoiceField(REC_STATUSES, { describe: 'Novo status da recorrência.' })
  status!: (typeof REC_STATUSES)[number];

  /** Code of a cancellation. */
  @ChoiceField(REC_REASONS, { describe: 'Motivo do cancelamento.', optional: true })
  razao?: (typeof REC_REASONS)[number];
}

/** Body that changes the status of a request to confirm in Inter's sandbox. */
export class InterStatusSolicRecDto {
  @ChoiceField(SOLICREC_STATUSES, { describe: 'Novo status da solicitação.' })
  status!: (typeof SOLICREC_STATUSES)[number];
}

/** Body that cancels a recurring charge in Inter's sandbox from outside. */
export class InterStatusCobRDto {
  @ChoiceField(['CANCELADA'], { describe: 'Novo status da cobrança recorrente.' })
  status!: 'CANCELADA';

  @ChoiceField(COBR_REASONS, { describe: 'Motivo do cancelamento.' })
  razao!: (typeof COBR_REASONS)[number];
}

/** Body that pays a recurring charge in Inter's sandbox. */
export class InterPagamentoCobRDto {
  /** A number: `150` is R$ 150.00. */
  @PositiveNumberField({ describe: 'Valor pago.', example: 150 })
  valor!: number;

  /** CPF or CNPJ of the payer. */
  @PatternField({
    describe: 'CPF ou CNPJ do pagador, só dígitos e letras maiúsculas.',
    pattern: CPF_OR_CNPJ,
    rule: 'deve ter 11 dígitos, ou 14 dígitos ou letras maiúsculas',
    example: '12345678909',
  })
  cpfCnpj!: string;

  @TxidField({ describe: 'Identificador da cobrança recorrente.' })
  txId!: string;

  @ChaveField()
  chave!: string;
}
