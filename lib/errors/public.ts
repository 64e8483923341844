export { PixAcessoNegadoException } from './pix-api/pix-acesso-negado.exception.js';
export { PixAPIException } from './pix-api/pix-api.exception.js';
export { PixConexaoException } from './pix-api/pix-conexao.exception.js';
export { PixConflitoException } from './pix-api/pix-conflito.exception.js';
export { PixErroDesconhecidoException } from './pix-api/pix-erro-desconhecido.exception.js';
export { PixErroServicoIndisponivelException } from './pix-api/pix-erro-servico-indisponivel.exception.js';
export { PixErroServidorException } from './pix-api/pix-erro-servidor.exception.js';
export { PixErroTransporteException } from './pix-api/pix-erro-transporte.exception.js';
export { PixErroValidacaoException } from './pix-api/pix-erro-validacao.exception.js';
export { PixNaoAutorizadoException } from './pix-api/pix-nao-autorizado.exception.js';
export type { PixErrorContext, PixProblem, PixViolacao } from './pix-api/pix-problem.js';
export { PixRecursoNaoEncontradoException } from './pix-api/pix-recurso-nao-encontrado.exception.js';
export { PixRespostaInvalidaError } from './pix-api/pix-resposta-invalida.error.js';
export { PixTimeoutException } from './pix-api/pix-timeout.exception.js';
export { APIError, type APIErrorOptions } from './general/api.error.js';
export { AuthenticationError } from './general/authentication.error.js';
export { AuthorizationError } from './general/authorization.error.js';
export { BankSpecificError, type BankSpecificErrorOptions } from './general/bank-specific.error.js';
export { CertificateError } from './general/certificate.error.js';
export { ConfigurationError } from './general/configuration.error.js';
export { NetworkError } from './general/network.error.js';
export { NotImplementedError } from './general/not-implemented.error.js';
export {
  PIXTransactionError,
  type PIXTransactionErrorOptions,
} from './general/pix-transaction.error.js';
export { PIXError, type PIXErrorOptions } from './general/pix.error.js';
export { RateLimitError, type RateLimitErrorOptions } from './general/rate-limit.error.js';
export {
  ValidationError,
  type ValidationErrorOptions,
  type ValidationViolacao,
} from './general/validation.error.js';
export { ValueError } from './general/value.error.js';
export type { PixErrorMap } from './error-map.js';
export {
  isCertificateError,
  isConfigurationError,
  isGeneralPixError,
  isNotImplementedError,
  isPixAPIException,
  isPixAcessoNegadoException,
  isPixConexaoException,
  isPixConflitoException,
  isPixErroDesconhecidoException,
  isPixErroServicoIndisponivelException,
  isPixErroServidorException,
  isPixErroTransporteException,
  isPixErroValidacaoException,
  isPixErrorOfClass,
  isPixNaoAutorizadoException,
  isPixRecursoNaoEncontradoException,
  isPixRespostaInvalidaError,
  isPixTimeoutException,
  isRateLimitError,
  isValidationError,
  isValueError,
} from './guards.js';
// eslint-disable-next-line @typescript-eslint/no-deprecated -- earlier names, which applications use
export { isPIXError, isPixError } from './guards.js';
