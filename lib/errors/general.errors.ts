import { brand } from './error-like.js';
import { LibraryError } from './library-error.js';
import { redactRecord, redactValue } from './redact-value.js';
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
export class PIXError extends LibraryError {
  static {
    brand(this, 'PIXError', 'PIX_ERROR');
  }

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
export class ValidationError extends PIXError {
  static {
    brand(this, 'ValidationError', 'PIX_VALIDATION');
  }

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
export class ConfigurationError extends PIXError {
  static {
    brand(this, 'ConfigurationError', 'PIX_CONFIGURATION');
  }
}

/**
 * A certificate or key is missing, unreadable, mismatched, expired or has a wrong passphrase. The
 * message describes the solution.
 */
export class CertificateError extends PIXError {
  static {
    brand(this, 'CertificateError', 'PIX_CERTIFICATE');
  }
}

export interface RateLimitErrorOptions extends PIXErrorOptions {
  /** Seconds to wait before the next call. */
  retryAfter?: number | undefined;
}

/** A rate limit was reached, in the library or at the provider. */
export class RateLimitError extends PIXError {
  static {
    brand(this, 'RateLimitError', 'PIX_RATE_LIMIT');
  }

  /** Seconds to wait before the next call. */
  readonly retryAfter: number | undefined;

  constructor(message: string, options: RateLimitErrorOptions = {}) {
    super(message, options);
    this.retryAfter = options.retryAfter;
  }
}

/** An argument or option has the right type and an invalid value. */
export class ValueError extends LibraryError {
  static {
    brand(this, 'ValueError', 'PIX_VALUE');
  }

  /** Same as `code`, for consistency with the other errors of the library. */
  readonly errorCode: string;

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(redact(message), options.cause);
    this.errorCode = this.code;
  }
}

/** The provider does not offer the operation. Nothing was sent. */
export class NotImplementedError extends LibraryError {
  static {
    brand(this, 'NotImplementedError', 'PIX_NOT_IMPLEMENTED');
  }

  /** Same as `code`, for consistency with the other errors of the library. */
  readonly errorCode: string;

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(redact(message), options.cause);
    this.errorCode = this.code;
  }
}

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
export class APIError extends PIXError {
  static {
    brand(this, 'APIError', 'PIX_API_ERROR');
  }

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
export class AuthenticationError extends PIXError {
  static {
    brand(this, 'AuthenticationError', 'PIX_AUTHENTICATION');
  }
}

/**
 * The credentials were accepted, but do not permit the request.
 *
 * For applications: the library does not throw it. Its calls throw `PixAcessoNegadoException`.
 */
export class AuthorizationError extends PIXError {
  static {
    brand(this, 'AuthorizationError', 'PIX_AUTHORIZATION');
  }
}

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
export class BankSpecificError extends PIXError {
  static {
    brand(this, 'BankSpecificError', 'PIX_BANK_SPECIFIC');
  }

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
export class NetworkError extends PIXError {
  static {
    brand(this, 'NetworkError', 'PIX_NETWORK');
  }
}

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
export class PIXTransactionError extends PIXError {
  static {
    brand(this, 'PIXTransactionError', 'PIX_TRANSACTION');
  }

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
