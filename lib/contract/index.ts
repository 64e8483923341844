export {
  operationName,
  type DtoClass,
  type PixFamily,
  type PixMethod,
  type PixOperation,
  type PixRepeat,
} from './operation.js';
export { allOperations, findOperation } from './operations.js';
export { buildPath, type PathParam, type PathValues } from './path-params.js';
export { buildQuery, type QueryOptions } from './query.js';
export { validateBody, validateFilter } from './validate.js';
export { collectViolations } from './validation/collect-violations.js';
export { cobOperations } from './cob/cob.operations.js';
export { ParametrosConsultaCobDto } from './cob/cob-consulta.dto.js';
export { CobExpiracaoDto, CobRevisadaDto, CobSolicitadaDto } from './cob/cob.dto.js';
export { CobRetiradaDto, CobSaqueDto, CobTrocoDto } from './cob/cob-retirada.dto.js';
export { CobValorDto, CobValorRevisadoDto } from './cob/cob-valor.dto.js';
export type {
  CobCompleta,
  CobGerada,
  CobRetiradaParte,
  CobValor,
  CobsConsultadas,
  ParametrosConsultaCob,
} from './cob/cob.types.js';
export type { PayloadLocation, PayloadLocationCompleta, TipoCob } from './loc/loc.types.js';
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
} from './pix/pix.types.js';
export { webhookOperations } from './webhook/webhook.operations.js';
export { ParametrosConsultaWebhooksDto } from './webhook/webhook-consulta.dto.js';
export { WebhookSolicitadoDto } from './webhook/webhook.dto.js';
export type { WebhookCompleto, WebhooksConsultados } from './webhook/webhook.types.js';
export { ConsultaDto, ConsultaPorPessoaDto, ConsultaRevisaoDto } from './shared/consulta.dto.js';
export { InfoAdicionalDto } from './shared/info-adicional.dto.js';
export { PayloadLocationCobDto } from './shared/payload-location-cob.dto.js';
export { CpfOuCnpjDto, PessoaDto } from './shared/pessoa.dto.js';
export type { CobBaseCopiaCola, CobrancaStatus, InfoAdicional } from './shared/cob-base.types.js';
export type { Open } from './shared/open-union.js';
export type { Paginacao, ParametrosConsulta } from './shared/paginacao.types.js';
export type {
  DadosComplementaresPessoa,
  Pessoa,
  PessoaFisica,
  PessoaJuridica,
} from './shared/pessoa.types.js';
