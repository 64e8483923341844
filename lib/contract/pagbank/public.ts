export { pagbankOperations } from './pagbank.operations.js';
export { PagBankPagamentoDto } from './pagbank.dto.js';
export type { PagBankPagamentoSolicitado } from './pagbank-bodies.types.js';
