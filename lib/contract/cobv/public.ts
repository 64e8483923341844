export { cobvOperations } from './cobv.operations.js';
export { ParametrosConsultaCobVDto } from './cobv-consulta.dto.js';
export { CobDataDeVencimentoDto, CobVRevisadaDto, CobVSolicitadaDto } from './cobv.dto.js';
export { CobVDescontoDataFixaDto, CobVDescontoDto } from './cobv-desconto.dto.js';
export { CobVAbatimentoDto, CobVJurosDto, CobVMultaDto } from './cobv-encargos.dto.js';
export { CobVValorDto, CobVValorRevisadoDto } from './cobv-valor.dto.js';
export type {
  CobVCompleta,
  CobVDesconto,
  CobVEncargo,
  CobVGerada,
  CobVValor,
  CobsVConsultadas,
  Devedor,
  Recebedor,
} from './cobv.types.js';
export type { CobVSolicitada, CobVRevisada, CobVFilter } from './cobv-bodies.types.js';
