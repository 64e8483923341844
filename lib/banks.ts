/**
 * `nestjs-pix/banks`: operations that a single bank offers beside the specification.
 *
 * @module nestjs-pix/banks
 */
export {
  PixBbService,
  PixBradescoService,
  PixEfiService,
  PixInterService,
  PixItauService,
  PixPagBankService,
  PixSandboxService,
} from './resources/index.js';
export type {
  PixPagBankPaymentOptions,
  PixSandboxPaymentOptions,
  PixSandboxTxid,
} from './resources/index.js';
export type {
  BbDevolucao,
  BbDevolucoesConsultadas,
  BbDevolucoesFilter,
  BbPagamento,
  BbPagamentoSolicitado,
  BbParametrosConsulta,
  BbPixConsultados,
  BbPixFilter,
  BbWebhookSolicRec,
  BbWebhookSolicRecSolicitado,
  BradescoCobEmv,
  BradescoCobVEmv,
  EfiQrCode,
  EfiReenvioWebhook,
  InterCallback,
  InterCallbacksConsultados,
  InterCallbacksFilter,
  InterLoteSituacao,
  InterLoteSumario,
  InterPagamento,
  InterPagamentoCobR,
  InterPagamentoCobRSolicitado,
  InterPagamentoSolicitado,
  InterReenvioCallbacks,
  InterStatusCobR,
  InterStatusRec,
  InterStatusSolicRec,
  ItauDadosPagador,
  ItauQrCode,
  PagBankPagamentoSolicitado,
} from './contract/index.js';
