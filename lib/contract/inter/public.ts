export { interOperations } from './inter.operations.js';
export {
  InterConsultaCallbacksDto,
  InterPagamentoDto,
  InterReenvioCallbacksDto,
} from './inter.dto.js';
export type {
  InterCallback,
  InterCallbacksConsultados,
  InterLoteSituacao,
  InterLoteSumario,
  InterPagamento,
} from './inter.types.js';
export type {
  InterPagamentoSolicitado,
  InterCallbacksFilter,
  InterReenvioCallbacks,
} from './inter-bodies.types.js';
