export { pixOperations } from './pix.operations.js';
export { DevolucaoSolicitadaDto, ParametrosConsultaPixDto } from './pix.dto.js';
export type { PixNotificacao } from './pix-notificacao.types.js';
export type {
  Devolucao,
  DevolucaoNatureza,
  DevolucaoStatus,
  ParametrosConsultaPix,
  Pix,
  PixAutomatico,
  PixComponente,
  PixComponenteEmEspecie,
  PixComponentesValor,
  PixConsultados,
} from './pix.types.js';
export type { PixFilter, DevolucaoSolicitada } from './pix-bodies.types.js';
