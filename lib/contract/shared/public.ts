export type { Body, NumericText, OneTaxId } from './body.js';
export type { Plain } from './plain.js';
export { CobBaseDto } from './cob-base.dto.js';
export { ConsultaDto, ConsultaPorPessoaDto, ConsultaRevisaoDto } from './consulta.dto.js';
export { DevedorDto, DevedorRecorrenciaDto } from './devedor.dto.js';
export { InfoAdicionalDto } from './info-adicional.dto.js';
export { PayloadLocationCobDto } from './payload-location-cob.dto.js';
export { PessoaDto } from './pessoa.dto.js';
export type { Atualizacao, Solicitante } from './atualizacao.types.js';
export type { CobBaseCopiaCola, CobrancaStatus, InfoAdicional } from './cob-base.types.js';
export type { Open } from './open-union.js';
export type { Paginacao, ParametrosConsulta } from './paginacao.types.js';
export type {
  DadosComplementaresPessoa,
  Pessoa,
  PessoaFisica,
  PessoaJuridica,
} from './pessoa.types.js';
export type { PixProblema, PixProblemaViolacao } from './problema.types.js';
export type { ConsultaFilter, RevisaoFilter } from './consulta.types.js';
