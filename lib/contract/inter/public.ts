export { interOperations } from './inter.operations.js';
export {
  InterConsultaCallbacksDto,
  InterPagamentoCobRDto,
  InterPagamentoDto,
  InterReenvioCallbacksDto,
  InterStatusCobRDto,
  InterStatusRecDto,
  InterStatusSolicRecDto,
} from './inter.dto.js';
export type {
  InterCallback,
  InterCallbacksConsultados,
  InterLoteSituacao,
  InterLoteSumario,
  InterPagamento,
  InterPagamentoCobR,
} from './inter.types.js';
export type {
  InterCallbacksFilter,
  InterPagamentoCobRSolicitado,
  InterPagamentoSolicitado,
  InterReenvioCallbacks,
  InterStatusCobR,
  InterStatusRec,
  InterStatusSolicRec,
} from './inter-bodies.types.js';
