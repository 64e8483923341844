export { bbOperations } from './bb.operations.js';
export { BbConsultaDevolucoesDto, BbConsultaPixDto } from './bb.dto.js';
export type { BbDevolucao, BbDevolucoesConsultadas, BbPixConsultados } from './bb.types.js';
export type { BbPixFilter, BbDevolucoesFilter } from './bb-bodies.types.js';
