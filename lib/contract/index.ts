export {
  operationName,
  type DtoClass,
  type PixFamily,
  type PixIdentifier,
  type PixLifecycle,
  type PixMethod,
  type PixOperation,
  type PixRepeat,
  type PixSettlement,
  type PixSettlementParts,
} from './operation.js';
export { allOperations, findOperation, providerOperations } from './operations.js';
export type { PathValues } from './path-param.js';
export { buildPath } from './path-params.js';
export { findDifferences } from './comparison/index.js';
export { buildQuery } from './query.js';
export { validateBody, validateFilter } from './validate.js';
export type { Cobranca } from './cobranca.types.js';
export type {
  BbDevolucoesFilter,
  BbPixFilter,
  CobFilter,
  CobRFilter,
  CobRSolicitada,
  CobRStatusRevisada,
  CobRevisada,
  CobSolicitada,
  CobVFilter,
  CobVRevisada,
  CobVSolicitada,
  ConsultaFilter,
  DevolucaoSolicitada,
  InterCallbacksFilter,
  InterPagamentoSolicitado,
  InterReenvioCallbacks,
  LoteCobVBody,
  LoteCobVBodyRevisado,
  PayloadLocationFilter,
  PayloadLocationRecFilter,
  PayloadLocationSolicitada,
  PixFilter,
  RecFilter,
  RecRevisada,
  RecSolicitada,
  RecTxidFilter,
  RevisaoFilter,
  SolicRecRevisada,
  SolicRecSolicitada,
  WebhookCobRSolicitado,
  WebhookFilter,
  WebhookRecSolicitado,
  WebhookSolicitado,
} from './bodies.types.js';
export type { Plain } from './shared/plain.js';

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

export { cobvOperations } from './cobv/cobv.operations.js';
export { ParametrosConsultaCobVDto } from './cobv/cobv-consulta.dto.js';
export { CobDataDeVencimentoDto, CobVRevisadaDto, CobVSolicitadaDto } from './cobv/cobv.dto.js';
export { CobVDescontoDataFixaDto, CobVDescontoDto } from './cobv/cobv-desconto.dto.js';
export { CobVAbatimentoDto, CobVJurosDto, CobVMultaDto } from './cobv/cobv-encargos.dto.js';
export { CobVValorDto, CobVValorRevisadoDto } from './cobv/cobv-valor.dto.js';
export type {
  CobVCompleta,
  CobVDesconto,
  CobVEncargo,
  CobVGerada,
  CobVValor,
  CobsVConsultadas,
  Devedor,
  Recebedor,
} from './cobv/cobv.types.js';

export { lotecobvOperations } from './lotecobv/lotecobv.operations.js';
export {
  LoteCobVBodyDto,
  LoteCobVBodyRevisadoDto,
  LoteCobVRevisadaDto,
  LoteCobVSolicitadaDto,
} from './lotecobv/lotecobv.dto.js';
export type {
  LoteCobVConsultado,
  LoteCobVItem,
  LotesCobVConsultados,
} from './lotecobv/lotecobv.types.js';

export { locOperations } from './loc/loc.operations.js';
export {
  ParametrosConsultaPayloadLocationDto,
  PayloadLocationSolicitadaDto,
} from './loc/loc.dto.js';
export type {
  ParametrosConsultaPayloadLocation,
  PayloadLocation,
  PayloadLocationCompleta,
  PayloadLocationConsultadas,
  TipoCob,
} from './loc/loc.types.js';

export { pixOperations } from './pix/pix.operations.js';
export { DevolucaoSolicitadaDto, ParametrosConsultaPixDto } from './pix/pix.dto.js';
export type { PixNotificacao } from './pix/pix-notificacao.types.js';
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

export { recOperations } from './rec/rec.operations.js';
export { ConsultaRecDto, ParametrosConsultaRecDto } from './rec/rec-consulta.dto.js';
export {
  PessoaRecorrenciaDto,
  RecAtivacaoDto,
  RecCalendarioDto,
  RecDadosJornadaDto,
  RecRecebedorDto,
  RecValorDto,
  RecVinculoDto,
} from './rec/rec-partes.dto.js';
export {
  RecCalendarioRevisadoDto,
  RecDevedorRevisadoDto,
  RecRevisadaDto,
  RecVinculoRevisadoDto,
} from './rec/rec-revisada.dto.js';
export { RecSolicitadaDto } from './rec/rec.dto.js';
export type {
  PoliticaRetentativa,
  RecBase,
  RecPeriodicidade,
  RecStatus,
} from './rec/rec-base.types.js';
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
} from './rec/rec.types.js';

export { solicrecOperations } from './solicrec/solicrec.operations.js';
export {
  SolicRecCalendarioDto,
  SolicRecDestinatarioDto,
  SolicRecRevisadaDto,
  SolicRecSolicitadaDto,
} from './solicrec/solicrec.dto.js';
export type {
  SolicRecCompleta,
  SolicRecPayload,
  SolicRecStatus,
} from './solicrec/solicrec.types.js';

export { cobrOperations } from './cobr/cobr.operations.js';
export { ParametrosConsultaCobRDto } from './cobr/cobr-consulta.dto.js';
export {
  CobRCalendarioDto,
  CobRSolicitadaDto,
  CobRStatusRevisadaDto,
  CobRValorDto,
  DadosBancariosRecebedorDto,
} from './cobr/cobr.dto.js';
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
} from './cobr/cobr.types.js';

export { locrecOperations } from './locrec/locrec.operations.js';
export { ParametrosConsultaPayloadLocationRecDto } from './locrec/locrec.dto.js';
export type {
  ParametrosConsultaPayloadLocationRec,
  PayloadLocationRecCompleta,
  PayloadLocationRecConsultadas,
  PayloadLocationRecGerada,
} from './locrec/locrec.types.js';

export { webhookcobrOperations } from './webhookcobr/webhookcobr.operations.js';
export { WebhookCobRSolicitadoDto } from './webhookcobr/webhookcobr.dto.js';
export type { WebhookCobRCompleto } from './webhookcobr/webhookcobr.types.js';

export { webhookrecOperations } from './webhookrec/webhookrec.operations.js';
export { WebhookRecSolicitadoDto } from './webhookrec/webhookrec.dto.js';
export type { WebhookRecCompleto } from './webhookrec/webhookrec.types.js';

export { payloadOperations } from './payload/payload.operations.js';
export { ConsultaCobVPayloadDto } from './payload/payload.dto.js';
export type {
  CobPayload,
  CobPayloadBase,
  CobVPayload,
  RecPayload,
} from './payload/payload.types.js';

export { interOperations } from './inter/inter.operations.js';
export {
  InterConsultaCallbacksDto,
  InterPagamentoDto,
  InterReenvioCallbacksDto,
} from './inter/inter.dto.js';
export type {
  InterCallback,
  InterCallbacksConsultados,
  InterLoteSituacao,
  InterLoteSumario,
  InterPagamento,
} from './inter/inter.types.js';

export { bbOperations } from './bb/bb.operations.js';
export { BbConsultaDevolucoesDto, BbConsultaPixDto } from './bb/bb.dto.js';
export type { BbDevolucao, BbDevolucoesConsultadas, BbPixConsultados } from './bb/bb.types.js';

export { CobBaseDto } from './shared/cob-base.dto.js';
export { ConsultaDto, ConsultaPorPessoaDto, ConsultaRevisaoDto } from './shared/consulta.dto.js';
export { DevedorDto, DevedorRecorrenciaDto } from './shared/devedor.dto.js';
export { InfoAdicionalDto } from './shared/info-adicional.dto.js';
export { PayloadLocationCobDto } from './shared/payload-location-cob.dto.js';
export { PessoaDto } from './shared/pessoa.dto.js';
export type { Atualizacao, Solicitante } from './shared/atualizacao.types.js';
export type { CobBaseCopiaCola, CobrancaStatus, InfoAdicional } from './shared/cob-base.types.js';
export type { Open } from './shared/open-union.js';
export type { Paginacao, ParametrosConsulta } from './shared/paginacao.types.js';
export type {
  DadosComplementaresPessoa,
  Pessoa,
  PessoaFisica,
  PessoaJuridica,
} from './shared/pessoa.types.js';
export type { PixProblema, PixProblemaViolacao } from './shared/problema.types.js';
