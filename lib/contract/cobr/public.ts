export { cobrOperations } from './cobr.operations.js';
export { ParametrosConsultaCobRDto } from './cobr-consulta.dto.js';
export {
  CobRCalendarioDto,
  CobRSolicitadaDto,
  CobRStatusRevisadaDto,
  CobRValorDto,
  DadosBancariosRecebedorDto,
} from './cobr.dto.js';
export type {
  CobRComTentativas,
  CobRCompleta,
  CobREncerramento,
  CobRGerada,
  CobRNotificacao,
  CobRNotification,
  CobRRejeicao,
  CobRStatus,
  CobRTentativa,
  CobRTentativaStatus,
  CobsRConsultadas,
  ParametrosConsultaCobR,
} from './cobr.types.js';
export type { CobRSolicitada, CobRStatusRevisada, CobRFilter } from './cobr-bodies.types.js';
