export { recOperations } from './rec.operations.js';
export { ConsultaRecDto, ParametrosConsultaRecDto } from './rec-consulta.dto.js';
export {
  PessoaRecorrenciaDto,
  RecAtivacaoDto,
  RecCalendarioDto,
  RecDadosJornadaDto,
  RecRecebedorDto,
  RecValorDto,
  RecVinculoDto,
} from './rec-partes.dto.js';
export {
  RecCalendarioRevisadoDto,
  RecDevedorRevisadoDto,
  RecRevisadaDto,
  RecVinculoRevisadoDto,
} from './rec-revisada.dto.js';
export { RecSolicitadaDto } from './rec.dto.js';
export type {
  PoliticaRetentativa,
  RecBase,
  RecPeriodicidade,
  RecStatus,
} from './rec-base.types.js';
export type {
  ParametrosConsultaRec,
  RecAtivacao,
  RecCompleta,
  RecCompletaPesquisada,
  RecEncerramento,
  RecGerada,
  RecNotificacao,
  RecNotification,
  RecPagador,
  RecsConsultadas,
} from './rec.types.js';
export type { RecSolicitada, RecRevisada, RecFilter, RecTxidFilter } from './rec-bodies.types.js';
