export { itauOperations } from './itau.operations.js';
export type { ItauDadosPagador } from './itau.types.js';
