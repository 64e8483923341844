import { getLineage } from './error-like.js';
import type * as general from './general.errors.js';
import type * as api from './pix-api.exceptions.js';

/** Every error class of the library by its name. Written out: the bundler of the declarations cannot list a namespace. */
export interface PixErrorMap {
  PIXError: general.PIXError;
  ValidationError: general.ValidationError;
  ConfigurationError: general.ConfigurationError;
  CertificateError: general.CertificateError;
  RateLimitError: general.RateLimitError;
  ValueError: general.ValueError;
  NotImplementedError: general.NotImplementedError;
  APIError: general.APIError;
  AuthenticationError: general.AuthenticationError;
  AuthorizationError: general.AuthorizationError;
  BankSpecificError: general.BankSpecificError;
  NetworkError: general.NetworkError;
  PIXTransactionError: general.PIXTransactionError;
  PixAPIException: api.PixAPIException;
  PixErroValidacaoException: api.PixErroValidacaoException;
  PixNaoAutorizadoException: api.PixNaoAutorizadoException;
  PixAcessoNegadoException: api.PixAcessoNegadoException;
  PixRecursoNaoEncontradoException: api.PixRecursoNaoEncontradoException;
  PixErroServidorException: api.PixErroServidorException;
  PixErroServicoIndisponivelException: api.PixErroServicoIndisponivelException;
  PixErroDesconhecidoException: api.PixErroDesconhecidoException;
  PixConflitoException: api.PixConflitoException;
  PixRespostaInvalidaError: api.PixRespostaInvalidaError;
  PixErroTransporteException: api.PixErroTransporteException;
  PixTimeoutException: api.PixTimeoutException;
  PixConexaoException: api.PixConexaoException;
}

/**
 * Whether a value is an error of the given class of the library or of one of its subclasses. Unlike
 * `instanceof`, works across copies and realms.
 *
 * @example if (isPixErrorOfClass(error, 'PixTimeoutException') && error.resultUnknown) …
 */
export function isPixErrorOfClass<Name extends keyof PixErrorMap>(
  error: unknown,
  name: Name,
): error is PixErrorMap[Name] {
  return getLineage(error)?.includes(name) ?? false;
}

type Guard<Name extends keyof PixErrorMap> = (error: unknown) => error is PixErrorMap[Name];

function guard<Name extends keyof PixErrorMap>(name: Name): Guard<Name> {
  return (error): error is PixErrorMap[Name] => isPixErrorOfClass(error, name);
}

/** A failed call to the provider. */
export const isPixAPIException = guard('PixAPIException');
/** Access denied (403). */
export const isPixAcessoNegadoException = guard('PixAcessoNegadoException');
/** Record not found (404). */
export const isPixRecursoNaoEncontradoException = guard('PixRecursoNaoEncontradoException');
/** The provider refused the content of the request (400). */
export const isPixErroValidacaoException = guard('PixErroValidacaoException');
/** Token refused (401). */
export const isPixNaoAutorizadoException = guard('PixNaoAutorizadoException');
/** Internal error of the provider (500). */
export const isPixErroServidorException = guard('PixErroServidorException');
/** The provider is unavailable (503). */
export const isPixErroServicoIndisponivelException = guard('PixErroServicoIndisponivelException');
/** A status without its own class. */
export const isPixErroDesconhecidoException = guard('PixErroDesconhecidoException');
/** A success with an unusable body. */
export const isPixRespostaInvalidaError = guard('PixRespostaInvalidaError');
/** No response: time limit or connection. */
export const isPixErroTransporteException = guard('PixErroTransporteException');
/** Time limit exceeded. */
export const isPixTimeoutException = guard('PixTimeoutException');
/** Connection failure. */
export const isPixConexaoException = guard('PixConexaoException');
/** The provider holds another record under the identifier of a write. */
export const isPixConflitoException = guard('PixConflitoException');
/**
 * An error of the general family (`PIXError`): reported by the library itself, not by a provider's
 * response.
 */
export const isGeneralPixError = guard('PIXError');
/** A body, parameter or text was refused before anything was sent. */
export const isValidationError = guard('ValidationError');
/** A certificate or key cannot be used. */
export const isCertificateError = guard('CertificateError');
/** The configuration of the module is invalid. */
export const isConfigurationError = guard('ConfigurationError');
/** An argument has an invalid value. */
export const isValueError = guard('ValueError');
/** The provider does not offer the operation. */
export const isNotImplementedError = guard('NotImplementedError');

/**
 * A rate limit was reached: the library's own (`RateLimitError`), or the provider's (status 429).
 * Both have `retryAfter`, in seconds if known.
 */
export function isRateLimitError(
  error: unknown,
): error is
  PixErrorMap['RateLimitError'] | (PixErrorMap['PixAPIException'] & { readonly status: 429 }) {
  if (isPixErrorOfClass(error, 'RateLimitError')) return true;
  return isPixErrorOfClass(error, 'PixAPIException') && error.status === 429;
}
