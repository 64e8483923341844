import { brand } from './error-like.js';
import { LibraryError, redactRecord, redactValue } from './library-error.js';
import { redact } from './redact.js';

export interface PIXErrorOptions {
  /** Default: the `code` of the class. */
  errorCode?: string | undefined;
  /** Details for the log; texts are redacted, and fields with the name of a secret are masked. */
  details?: Record<string, unknown> | undefined;
  cause?: unknown;
}

/**
 * A failure other than a response of the provider: base class of the general family
 * (docs/interface.md#general-family).
 */
@brand('PIXError', 'PIX_ERROR')
export class PIXError extends LibraryError {
  readonly errorCode: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, options: PIXErrorOptions = {}) {
    super(redact(message), options.cause);
    this.errorCode = options.errorCode ?? this.code;
    this.details = options.details === undefined ? undefined : redactRecord(options.details);
  }
}

/** One refused field. */
export interface ValidationViolacao {
  /** Path of the field: `devedor.cpf`. */
  propriedade: string;
  /** The rule that it breaks. */
  razao: string;
}

export interface ValidationErrorOptions extends PIXErrorOptions {
  /** Path of the first refused field. Default: that of the first violation. */
  field?: string | undefined;
  /** All refused fields. Default: `field`, with the message as reason. */
  violacoes?: readonly ValidationViolacao[] | undefined;
}

/** A body, parameter or text was refused before anything was sent. */
@brand('ValidationError', 'PIX_VALIDATION')
export class ValidationError extends PIXError {
  /** Path of the first refused field. */
  readonly field: string | undefined;
  /** All refused fields with their reasons. */
  readonly violacoes: readonly ValidationViolacao[];

  constructor(message: string, options: ValidationErrorOptions = {}) {
    super(message, options);
    const { field, violacoes } = options;
    // The name of an unknown field can be any text.
    const first = field ?? violacoes?.[0]?.propriedade;
    this.field = first === undefined ? undefined : redact(first);
    this.violacoes =
      violacoes?.map((violacao) => redactRecord(violacao)) ??
      (this.field === undefined ? [] : [{ propriedade: this.field, razao: this.message }]);
  }
}

/** The configuration of the module is invalid. The message lists all problems. */
@brand('ConfigurationError', 'PIX_CONFIGURATION')
export class ConfigurationError extends PIXError {}

/**
 * A certificate or key is missing, unreadable, mismatched, expired or has a wrong passphrase. The
 * message describes the solution.
 */
@brand('CertificateError', 'PIX_CERTIFICATE')
export class CertificateError extends PIXError {}

export interface RateLimitErrorOptions extends PIXErrorOptions {
  /** Seconds to wait before the next call. */
  retryAfter?: number | undefined;
}

/** A rate limit was reached, in the library or at the provider. */
@brand('RateLimitError', 'PIX_RATE_LIMIT')
export class RateLimitError extends PIXError {
  /** Seconds to wait before the next call. */
  readonly retryAfter: number | undefined;

  constructor(message: string, options: RateLimitErrorOptions = {}) {
    super(message, options);
    this.retryAfter = options.retryAfter;
  }
}

/** An error without details. */
abstract class PlainError extends LibraryError {
  /** Same as `code`, for consistency with the other errors of the library. */
  readonly errorCode: string;

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(redact(message), options.cause);
    this.errorCode = this.code;
  }
}

/** An argument or option has the right type and an invalid value. */
@brand('ValueError', 'PIX_VALUE')
export class ValueError extends PlainError {}

/** The provider does not offer the operation. Nothing was sent. */
@brand('NotImplementedError', 'PIX_NOT_IMPLEMENTED')
export class NotImplementedError extends PlainError {}

export interface APIErrorOptions extends PIXErrorOptions {
  /** HTTP status. */
  statusCode?: number | undefined;
  /** The body of the response as received, text or parsed. */
  responseBody?: unknown;
}

/**
 * An HTTP service other than the Pix API returned an error.
 *
 * For applications: the library does not throw it. Its calls throw `PixAPIException`.
 */
@brand('APIError', 'PIX_API_ERROR')
export class APIError extends PIXError {
  /** HTTP status. */
  readonly statusCode: number | undefined;
  /** The body as received. Not enumerable, and redacted when the error is printed. */
  declare readonly responseBody: unknown;

  constructor(message: string, options: APIErrorOptions = {}) {
    super(message, options);
    this.statusCode = options.statusCode;
    Object.defineProperty(this, 'responseBody', { value: options.responseBody });
  }

  protected override printable(): Record<string, unknown> {
    return { ...super.printable(), responseBody: redactValue(this.responseBody) };
  }
}

/**
 * The credentials of the application were not accepted.
 *
 * For applications: the library does not throw it. Its calls throw `PixNaoAutorizadoException`.
 */
@brand('AuthenticationError', 'PIX_AUTHENTICATION')
export class AuthenticationError extends PIXError {}

/**
 * The credentials were accepted, but do not permit the request.
 *
 * For applications: the library does not throw it. Its calls throw `PixAcessoNegadoException`.
 */
@brand('AuthorizationError', 'PIX_AUTHORIZATION')
export class AuthorizationError extends PIXError {}

export interface BankSpecificErrorOptions extends PIXErrorOptions {
  /** COMPE code of the bank: `077`. */
  bankCode?: string | undefined;
  /** The bank's error code. */
  bankErrorCode?: string | undefined;
}

/**
 * A failure that is specific to one bank.
 *
 * For applications: the library does not throw it. Its calls throw `PixAPIException`.
 */
@brand('BankSpecificError', 'PIX_BANK_SPECIFIC')
export class BankSpecificError extends PIXError {
  /** COMPE code of the bank: `077`. */
  readonly bankCode: string | undefined;
  /** The bank's error code. */
  readonly bankErrorCode: string | undefined;

  constructor(message: string, options: BankSpecificErrorOptions = {}) {
    super(message, options);
    this.bankCode = options.bankCode;
    this.bankErrorCode = options.bankErrorCode;
  }
}

/**
 * The network failed outside a call to the Pix API.
 *
 * For applications: the library does not throw it. Its calls throw `PixErroTransporteException`.
 */
@brand('NetworkError', 'PIX_NETWORK')
export class NetworkError extends PIXError {}

export interface PIXTransactionErrorOptions extends PIXErrorOptions {
  /** Identifier of the charge. */
  txid?: string | undefined;
  /** Method and path template of the call: `PUT /cob/{txid}`. */
  operation?: string | undefined;
}

/**
 * A charge, payment or refund could not be completed.
 *
 * For applications: the library does not throw it. Its calls throw `PixAPIException` and `PixConflitoException`.
 */
@brand('PIXTransactionError', 'PIX_TRANSACTION')
export class PIXTransactionError extends PIXError {
  /** Identifier of the charge. */
  readonly txid: string | undefined;
  /** Method and path template of the call: `PUT /cob/{txid}`. */
  readonly operation: string | undefined;

  constructor(message: string, options: PIXTransactionErrorOptions = {}) {
    super(message, options);
    this.txid = options.txid;
    this.operation = options.operation;
  }
}
