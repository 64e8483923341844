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
} from './resources/index.js';
export type { PixPagBankPaymentOptions } from './resources/index.js';
export type {
  BbDevolucao,
  BbDevolucoesConsultadas,
  BbDevolucoesFilter,
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
