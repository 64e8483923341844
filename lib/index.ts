export { PixModule } from './pix.module.js';
export type { PixModuleExtras } from './pix.module-definition.js';
export type { PixModuleOptions, PixOptionsFactory } from './pix.options.js';
export { createPixClient } from './create-pix-client.js';
export { getPixClientToken, InjectPixClient } from './inject-pix-client.decorator.js';
export {
  PIX_ERROR_INTERCEPTOR_OPTIONS,
  PixErrorInterceptor,
  type PixErrorInterceptorOptions,
} from './pix-error.interceptor.js';
export { VERSION } from './version.js';

export { PixClient, PixCobService, PixWebhookService } from './resources/index.js';
export type { PixFamilyKey } from './resources/index.js';

export { PixCaller } from './client/index.js';
export type {
  PixCallerConfig,
  PixCallInput,
  PixIterateOptions,
  PixIterationProgress,
  PixRequestOptions,
  PixRetryOptions,
} from './client/index.js';

export { InMemoryTokenStore, TokenService } from './auth/index.js';
export type { PixScopesInput, PixToken, PixTokenStore } from './auth/index.js';

export {
  definePixProvider,
  familyScopes,
  findPixProvider,
  pixProviders,
  pixScopes,
  PixScopeGroup,
} from './providers/index.js';
export type {
  PixClientAuth,
  PixEnvironment,
  PixProvider,
  PixProviderAddresses,
  PixProviderName,
  PixProviderSandbox,
  PixProviderVersions,
  PixTokenRequestProfile,
} from './providers/index.js';

export type {
  PixCaOptions,
  PixCertificateOptions,
  PixPemCertificate,
  PixPfxCertificate,
  PixTimeout,
} from './transport/index.js';

export {
  APIError,
  AuthenticationError,
  AuthorizationError,
  BankSpecificError,
  CertificateError,
  ConfigurationError,
  isCertificateError,
  isConfigurationError,
  isNotImplementedError,
  isPixAcessoNegadoException,
  isPixAPIException,
  isPixConexaoException,
  isPixErroDesconhecidoException,
  isPixErroServicoIndisponivelException,
  isPixErroServidorException,
  isPixErroTransporteException,
  isPixErroValidacaoException,
  isPIXError,
  isPixError,
  isPixNaoAutorizadoException,
  isPixRecursoNaoEncontradoException,
  isPixRespostaInvalidaError,
  isPixTimeoutException,
  isRateLimitError,
  isValidationError,
  isValueError,
  NetworkError,
  NotImplementedError,
  PixAcessoNegadoException,
  PixAPIException,
  PixConexaoException,
  PixErroDesconhecidoException,
  PixErroServicoIndisponivelException,
  PixErroServidorException,
  PixErroTransporteException,
  PixErroValidacaoException,
  PIXError,
  PixNaoAutorizadoException,
  PixRecursoNaoEncontradoException,
  PixRespostaInvalidaError,
  PixTimeoutException,
  PIXTransactionError,
  RateLimitError,
  ValidationError,
  ValueError,
} from './errors/index.js';
export type {
  APIErrorOptions,
  BankSpecificErrorOptions,
  PixErrorContext,
  PixErrorMap,
  PIXErrorOptions,
  PixProblem,
  PIXTransactionErrorOptions,
  PixViolacao,
  RateLimitErrorOptions,
  ValidationErrorOptions,
  ValidationViolacao,
} from './errors/index.js';

export {
  formatValor,
  generateDevolucaoId,
  generateEndToEndId,
  generateIdRec,
  generateTxid,
  isValidCnpj,
  isValidCpf,
  parseEndToEndId,
  parseIdRec,
  parseValor,
} from './identifiers/index.js';
export type {
  EndToEndIdParts,
  IdRecInput,
  IdRecParts,
  IdRecPoliticaRetentativa,
  ValorInput,
} from './identifiers/index.js';

export { decodeBrCode, encodeBrCode, renderQrCode } from './brcode/index.js';
export type { BrCode, QrCodeFormat, QrCodeOptions } from './brcode/index.js';

export {
  allOperations,
  cobOperations,
  CobExpiracaoDto,
  CobRetiradaDto,
  CobRevisadaDto,
  CobSaqueDto,
  CobSolicitadaDto,
  CobTrocoDto,
  CobValorDto,
  CobValorRevisadoDto,
  InfoAdicionalDto,
  operationName,
  ParametrosConsultaCobDto,
  ParametrosConsultaWebhooksDto,
  PayloadLocationCobDto,
  PessoaDto,
  webhookOperations,
  WebhookSolicitadoDto,
} from './contract/index.js';
export type {
  CobCompleta,
  CobGerada,
  CobrancaStatus,
  CobsConsultadas,
  CobValor,
  Devolucao,
  DevolucaoNatureza,
  DevolucaoStatus,
  InfoAdicional,
  Paginacao,
  ParametrosConsulta,
  ParametrosConsultaCob,
  PayloadLocation,
  Pessoa,
  Pix,
  PixConsultados,
  PixFamily,
  PixMethod,
  PixOperation,
  PixRepeat,
  WebhookCompleto,
  WebhooksConsultados,
} from './contract/index.js';

export {
  InMemoryEventStore,
  OnCobrancaRecorrente,
  OnPixDevolucao,
  OnPixRecebido,
  OnRecorrencia,
  PixWebhookReceiverModule,
} from './receiver/index.js';
export type {
  CancelamentoNotificado,
  CobRNotification,
  EncerramentoNotificado,
  InMemoryEventStoreOptions,
  MudancaDeStatus,
  PixCertificateSource,
  PixDevolucaoFinalizada,
  PixEventContext,
  PixEventHandlerDecorator,
  PixEventHandlerMethod,
  PixEventHandlerOptions,
  PixEventPayloads,
  PixEventState,
  PixEventStore,
  PixEventType,
  PixNotificationKind,
  PixWebhookAuthentication,
  PixWebhookClientCertificate,
  PixWebhookMtls,
  PixWebhookProxyVerdict,
  PixWebhookReceiverOptions,
  PixWebhookReceiverOptionsFactory,
  PixWebhookSecret,
  RecNotification,
  RejeicaoNotificada,
  TentativaNotificada,
} from './receiver/index.js';
