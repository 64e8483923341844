export { cobOperations } from './cob.operations.js';
export { ParametrosConsultaCobDto } from './cob-consulta.dto.js';
export { CobExpiracaoDto, CobRevisadaDto, CobSolicitadaDto } from './cob.dto.js';
export { CobRetiradaDto, CobSaqueDto, CobTrocoDto } from './cob-retirada.dto.js';
export { CobValorDto, CobValorRevisadoDto } from './cob-valor.dto.js';
export type {
  CobCompleta,
  CobGerada,
  CobRetiradaParte,
  CobValor,
  CobsConsultadas,
  ParametrosConsultaCob,
} from './cob.types.js';
export type { CobSolicitada, CobRevisada, CobFilter } from './cob-bodies.types.js';
