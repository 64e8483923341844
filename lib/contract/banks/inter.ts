// The operations that only Inter offers.

import { CNPJ, CPF } from '../../values/index.js';
import type { LoteCobVConsultado } from '../cobv/cobv.types.js';
import { act, json, list, read } from '../operation.js';
import { idRecParam, loteIdParam, matching, txidParam } from '../path.js';
import type { Body, Plain } from '../shared/body.js';
import {
  ChaveField,
  NotBefore,
  PixTxidField,
  QueryInstantField,
  QueryIntegerField,
  TxidField,
} from '../shared/fields.js';
import {
  ChoiceField,
  PatternField,
  PositiveNumberField,
  TextListField,
} from '../validation/fields.js';

/** Body that pays a charge in Inter's sandbox. */
export class InterPagamentoDto {
  /** A number, unlike every amount of the specification: `150` is R$ 150.00. */
  @PositiveNumberField('Valor pago.', { example: 150 })
  valor!: number;
}

/** Body that pays a charge in the sandbox of Inter. */
export type InterPagamentoSolicitado = Body<InterPagamentoDto>;

/** Filter of Inter's list of callbacks; the names are Inter's. */
export class InterConsultaCallbacksDto {
  @QueryInstantField('Início do período.')
  dataHoraInicio!: Date | string;

  @NotBefore('dataHoraInicio')
  @QueryInstantField('Fim do período.')
  dataHoraFim!: Date | string;

  /** Page, from 0. */
  @QueryIntegerField('Página, a partir de 0.', { min: 0, optional: true })
  pagina?: number;

  /** Items per page, 10 to 50. */
  @QueryIntegerField('Itens por página.', { min: 10, max: 50, optional: true })
  tamanhoPagina?: number;

  @PixTxidField({ optional: true })
  txid?: string;
}

/** Filter of the callbacks of Inter. */
export type InterCallbacksFilter = Plain<InterConsultaCallbacksDto>;

/** Body that requests redelivery of callbacks from Inter. */
export class InterReenvioCallbacksDto {
  @TextListField('Cobranças cujos callbacks se reenviam.', { min: 1, max: 50 })
  txId!: string[];

  @ChaveField({ describe: 'Chave Pix do webhook.' })
  chavePix!: string;
}

/** Body that requests redelivery of Inter's callbacks. */
export type InterReenvioCallbacks = Body<InterReenvioCallbacksDto>;

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
  @ChoiceField(REC_STATUSES, 'Novo status da recorrência.')
  status!: (typeof REC_STATUSES)[number];

  /** Code of a cancellation. */
  @ChoiceField(REC_REASONS, 'Motivo do cancelamento.', { optional: true })
  razao?: (typeof REC_REASONS)[number];
}

/** Body that approves or cancels a recurrence in the sandbox of Inter. */
export type InterStatusRec = Body<InterStatusRecDto>;

/** Body that changes the status of a request to confirm in Inter's sandbox. */
export class InterStatusSolicRecDto {
  @ChoiceField(SOLICREC_STATUSES, 'Novo status da solicitação.')
  status!: (typeof SOLICREC_STATUSES)[number];
}

/** Body that changes the status of a request to confirm in the sandbox of Inter. */
export type InterStatusSolicRec = Body<InterStatusSolicRecDto>;

/** Body that cancels a recurring charge in Inter's sandbox from outside. */
export class InterStatusCobRDto {
  @ChoiceField(['CANCELADA'], 'Novo status da cobrança recorrente.')
  status!: 'CANCELADA';

  @ChoiceField(COBR_REASONS, 'Motivo do cancelamento.')
  razao!: (typeof COBR_REASONS)[number];
}

/** Body that cancels a recurring charge in the sandbox of Inter. */
export type InterStatusCobR = Body<InterStatusCobRDto>;

/** Body that pays a recurring charge in Inter's sandbox. */
export class InterPagamentoCobRDto {
  /** A number: `150` is R$ 150.00. */
  @PositiveNumberField('Valor pago.', { example: 150 })
  valor!: number;

  /** CPF or CNPJ of the payer. */
  @PatternField('CPF ou CNPJ do pagador, só dígitos e letras maiúsculas.', {
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

/** Body that pays a recurring charge in the sandbox of Inter. */
export type InterPagamentoCobRSolicitado = Body<InterPagamentoCobRDto>;

/** Response to a payment in Inter's sandbox. */
export interface InterPagamento {
  /** End-to-end id of the Pix, 32 characters. */
  e2e: string;
}

/** Response to a payment of a recurring charge in Inter's sandbox. */
export interface InterPagamentoCobR {
  /** End-to-end id of the Pix, 32 characters. */
  endToEnd: string;
}

/**
 * An attempt by Inter to deliver a notification. The fields are Inter's and not in the
 * specification.
 */
export interface InterCallback {
  /** Address of the webhook. */
  webhookUrl?: string;
  /** Number of the attempt. */
  numeroTentativa?: number;
  /** When the attempt was made, RFC 3339. */
  dataHoraDisparo?: string;
  /** Whether the delivery succeeded. */
  sucesso?: boolean;
  /** HTTP status of the webhook's response. */
  httpStatus?: number;
  /** Error message of a failed delivery. */
  mensagemErro?: string;
  /** The posted body. */
  payload?: unknown;
}

/** A page of Inter's callbacks. */
export interface InterCallbacksConsultados {
  /** Number of pages. */
  totalPaginas?: number;
  /** Number of callbacks in all pages. */
  totalElementos?: number;
  /** Whether this is the first page. */
  primeiraPagina?: boolean;
  /** Whether this is the last page. */
  ultimaPagina?: boolean;
  /** Maximum number of callbacks per page. */
  tamanhoPagina?: number;
  /** Number of callbacks in this page. */
  numeroDeElementos?: number;
  /** The callbacks of the page. */
  data: InterCallback[];
}

/** Status of a charge in a batch. */
export type InterLoteSituacao = 'EM_PROCESSAMENTO' | 'CRIADA' | 'NEGADA';

/** Progress of a batch at Inter. The fields are Inter's and not in the specification. */
export interface InterLoteSumario {
  /** When Inter started to process the batch. */
  dataCriacaoProcessamento?: string;
  /** Status of the processing. */
  statusProcessamento?: string;
  /** Number of charges in the batch. */
  totalCobrancas?: number;
  /** Number of charges that were created. */
  totalCobrancasCriadas?: number;
  /** Number of charges that were refused. */
  totalCobrancasNegadas?: number;
}

/** Status of a charge in a batch, in a path. */
const situacaoParam = matching(
  'situacao',
  /^(EM_PROCESSAMENTO|CRIADA|NEGADA)$/,
  'deve ser um destes valores: EM_PROCESSAMENTO, CRIADA, NEGADA',
);

const providers = ['inter'];

const payment = {
  method: 'POST',
  scope: 'pix.write',
  params: [txidParam],
  body: InterPagamentoDto,
  returns: json<InterPagamento>(),
  success: [201],
  providers,
} as const;

/** Operations that only Inter offers. */
export const interOperations = {
  /** Pays an immediate charge in the sandbox. */
  payCob: act({ ...payment, id: 'inter.payCob', family: 'cob', path: '/cob/pagar/{txid}' }),

  /** Pays a due-date charge in the sandbox. */
  payCobV: act({ ...payment, id: 'inter.payCobV', family: 'cobv', path: '/cobv/pagar/{txid}' }),

  /** Pays a recurring charge in the sandbox. */
  payCobR: act({
    id: 'inter.payCobR',
    family: 'cobr',
    method: 'POST',
    path: '/sandbox/cobr/pagamento',
    body: InterPagamentoCobRDto,
    returns: json<InterPagamentoCobR>(),
    providers,
  }),

  /** Approves or cancels a recurrence in the sandbox, as its payer. */
  setRecStatus: act({
    id: 'inter.setRecStatus',
    family: 'rec',
    method: 'PATCH',
    path: '/sandbox/rec/{idRec}/status',
    scope: 'pix.write',
    params: [idRecParam],
    body: InterStatusRecDto,
    providers,
  }),

  /** Changes the status of a request to confirm in the sandbox. The path has the id of the recurrence. */
  setSolicRecStatus: act({
    id: 'inter.setSolicRecStatus',
    family: 'solicrec',
    method: 'PATCH',
    path: '/sandbox/solicrec/{idRec}/status',
    params: [idRecParam],
    body: InterStatusSolicRecDto,
    providers,
  }),

  /** Cancels a recurring charge in the sandbox from outside. */
  setCobRStatus: act({
    id: 'inter.setCobRStatus',
    family: 'cobr',
    method: 'PATCH',
    path: '/sandbox/cobr/{txid}/status',
    params: [txidParam],
    body: InterStatusCobRDto,
    providers,
  }),

  /** Reads one page of delivery attempts; only in production. */
  listCallbacks: list({
    id: 'inter.listCallbacks',
    family: 'webhook',
    path: '/webhook/callbacks',
    filter: InterConsultaCallbacksDto,
    items: 'data',
    returns: json<InterCallbacksConsultados>(),
    providers,
  }),

  /** Requests redelivery of notifications; only in production. The response is not documented. */
  retryCallbacks: act({
    id: 'inter.retryCallbacks',
    family: 'webhook',
    method: 'POST',
    path: '/webhook/callbacks/retry',
    body: InterReenvioCallbacksDto,
    providers,
  }),

  /** Reads the progress of a batch. */
  getLoteSummary: read({
    id: 'inter.getLoteSummary',
    family: 'lotecobv',
    path: '/lotecobv/{id}/sumario',
    params: [loteIdParam],
    returns: json<InterLoteSumario>(),
    providers,
  }),

  /** Reads the charges of a batch with a status. */
  listLoteByStatus: read({
    id: 'inter.listLoteByStatus',
    family: 'lotecobv',
    path: '/lotecobv/{id}/situacao/{situacao}',
    params: [loteIdParam, situacaoParam],
    returns: json<LoteCobVConsultado>(),
    providers,
  }),
} as const;
