import { STATUS_CODES } from 'node:http';
import {
  BadGatewayException,
  BadRequestException,
  ConflictException,
  ForbiddenException,
  GatewayTimeoutException,
  HttpException,
  Inject,
  Injectable,
  InternalServerErrorException,
  Logger,
  NotFoundException,
  NotImplementedException,
  Optional,
  ServiceUnavailableException,
  UnauthorizedException,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { catchError, throwError, type Observable } from 'rxjs';
import { TOKEN_OPERATION } from '../auth/index.js';
import {
  defaultTitle,
  isErrorLike,
  isPixErrorOfClass,
  toErrorText,
  toLogLine,
  toLogStack,
  type PixErrorMap,
} from '../errors/index.js';
import { PIX_WEBHOOK } from '../receiver/index.js';

/** Options of {@link PixErrorInterceptor}. */
export interface PixErrorInterceptorOptions {
  /**
   * `gateway` responds with 502 if the application's own credentials or the provider failed;
   * `passthrough` keeps the provider's status: 401, 403 and 500 are unchanged. Default: `gateway`.
   */
  mapping?: 'gateway' | 'passthrough';
  /**
   * Whether responses contain the texts of errors: the provider's `detail`, and the message of an error
   * of the library (`Corpo inválido em PUT /cob/{txid}: …`). Default: `false`.
   */
  exposeDetail?: boolean;
}

/**
 * Injection token of the options if Nest creates the interceptor (`APP_INTERCEPTOR` with
 * `useClass`).
 */
export const PIX_ERROR_INTERCEPTOR_OPTIONS = Symbol('PIX_ERROR_INTERCEPTOR_OPTIONS');

const exceptions = {
  400: BadRequestException,
  401: UnauthorizedException,
  403: ForbiddenException,
  404: NotFoundException,
  409: ConflictException,
  500: InternalServerErrorException,
  501: NotImplementedException,
  502: BadGatewayException,
  503: ServiceUnavailableException,
  504: GatewayTimeoutException,
};

type Status = keyof typeof exceptions;

/** The status of a class of errors. */
interface StatusRow {
  readonly error: keyof PixErrorMap;
  readonly status: Status;
  /** With `mapping: 'passthrough'`. */
  readonly passthrough?: Status;
}

/** The first matching row applies; a subclass precedes its base class. */
export const statusRows: readonly StatusRow[] = [
  { error: 'PixErroValidacaoException', status: 400 },
  { error: 'ValidationError', status: 400 },
  { error: 'ValueError', status: 400 },
  { error: 'PixRecursoNaoEncontradoException', status: 404 },
  { error: 'PixErroServicoIndisponivelException', status: 503 },
  { error: 'RateLimitError', status: 503 },
  { error: 'PixTimeoutException', status: 504 },
  { error: 'PixNaoAutorizadoException', status: 502, passthrough: 401 },
  { error: 'PixAcessoNegadoException', status: 502, passthrough: 403 },
  { error: 'PixErroServidorException', status: 502, passthrough: 500 },
  { error: 'PixConflitoException', status: 409 },
  { error: 'NotImplementedError', status: 501 },
  { error: 'PixAPIException', status: 502 },
];

/** Whether the status tells the caller that the request was wrong. */
function isCallersFault(status: number): boolean {
  return status === 400 || status === 404;
}

interface Known {
  readonly title?: string;
  readonly message: string;
  readonly detail?: string;
  readonly status?: number;
  readonly operation?: string;
  readonly violacoes?: readonly { razao?: string | undefined; propriedade?: string | undefined }[];
  readonly retryAfter?: number;
  readonly resultUnknown?: boolean;
}

/**
 * Converts the library's errors to Nest's HTTP exceptions, with the original as `cause`. Other
 * errors pass unchanged, and so do errors in handlers of webhook events.
 *
 * | Error                                                                   | Status                 | `passthrough` |
 * | ----------------------------------------------------------------------- | ---------------------- | ------------- |
 * | `PixErroValidacaoException`, `ValidationError`, `ValueError`            | 400, with `violacoes`  |               |
 * | `PixRecursoNaoEncontradoException`                                      | 404                    |               |
 * | `PixConflitoException`                                                  | 409                    |               |
 * | `NotImplementedError`                                                   | 501                    |               |
 * | `PixNaoAutorizadoException`                                             | 502                    | 401           |
 * | `PixAcessoNegadoException`                                              | 502                    | 403           |
 * | `PixErroServidorException`                                              | 502                    | 500           |
 * | any other `PixAPIException`                                             | 502                    |               |
 * | `PixErroServicoIndisponivelException`, `RateLimitError`, any status 429 | 503, and `Retry-After` |               |
 * | `PixTimeoutException`                                                   | 504                    |               |
 *
 * Errors of the token endpoint are the application's own: 502 instead of 400 and 404.
 *
 * A response has the shape of Nest's: `statusCode`, `message`, `error`. `message` is the provider's
 * title of a 400 or 404, otherwise the standard text of the status. It contains `resultUnknown: true` if
 * the call may have taken effect. It never contains a token or a secret, and other texts of the error
 * only with `exposeDetail`. What is answered with 5xx is logged as an error, with its stack and cause;
 * a 400 whose text is not in the response is logged as a warning.
 *
 * @example
 * app.useGlobalInterceptors(new PixErrorInterceptor());
 */
@Injectable()
export class PixErrorInterceptor implements NestInterceptor {
  readonly #logger = new Logger('PixErrorInterceptor');
  readonly #options: PixErrorInterceptorOptions;

  constructor(
    @Optional() @Inject(PIX_ERROR_INTERCEPTOR_OPTIONS) options?: PixErrorInterceptorOptions,
  ) {
    this.#options = options ?? {};
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    // The result of an event does not depend on the class of an error, and its log shows the original.
    if (context.getType<string>() === PIX_WEBHOOK) return next.handle();
    return next.handle().pipe(
      catchError((error: unknown) => {
        const exception = this.toHttpException(error);
        if (exception instanceof HttpException && exception !== error) {
          this.#log(exception, error, `${context.getClass().name}.${context.getHandler().name}`);
          const { retryAfter } = error as Known;
          if (exception.getStatus() === 503 && retryAfter !== undefined) {
            setRetryAfter(context, retryAfter);
          }
        }
        return throwError(() => exception);
      }),
    );
  }

  /** Converts an error of the library to an HTTP exception; returns any other error unchanged. */
  toHttpException(error: unknown): unknown {
    const row = statusRows.find((candidate) => isPixErrorOfClass(error, candidate.error));
    if (!row) return error;
    return this.#make(this.#choose(row, error as Known), error as Known);
  }

  #choose(row: StatusRow, { status, operation }: Known): Status {
    if (status === 429) return 503;
    const kept = this.#options.mapping === 'passthrough' ? row.passthrough : undefined;
    const chosen = kept ?? row.status;
    // The caller of the application has no part in its token requests.
    return operation === TOKEN_OPERATION && isCallersFault(chosen) ? 502 : chosen;
  }

  #make(statusCode: Status, error: Known): HttpException {
    const isOwn = isCallersFault(statusCode);
    const { violacoes, retryAfter, resultUnknown, detail } = error;
    const isExposed = this.#options.exposeDetail === true;
    const withoutValues = violacoes?.map(({ razao, propriedade }) => ({ razao, propriedade }));
    const body = {
      statusCode,
      message: this.#describe(error, statusCode, isOwn),
      error: STATUS_CODES[statusCode],
      ...(withoutValues && (isOwn || isExposed) && { violacoes: withoutValues }),
      ...(resultUnknown === true && { resultUnknown }),
      ...(retryAfter !== undefined && { retryAfter }),
      ...(isExposed && detail !== undefined && { detail }),
    };
    return new exceptions[statusCode](body, { cause: error });
  }

  #describe(error: Known, status: number, isOwn: boolean): string | undefined {
    const title = isOwn ? readTitle(error) : undefined;
    if (title !== undefined) return title;
    const isExposed = this.#options.exposeDetail === true;
    return isExposed ? (error.title ?? error.message) : STATUS_CODES[status];
  }

  #log(exception: HttpException, error: unknown, place: string): void {
    const status = exception.getStatus();
    const line = toLogLine(`${place}: answered with ${status}: ${toErrorText(error)}`);
    if (status >= 500) this.#logger.error(line, describeStack(error));
    else if (status === 400 && this.#options.exposeDetail !== true) this.#logger.warn(line);
  }
}

/** Returns the title that the provider sent; `undefined` if there is none. */
function readTitle({ title, status }: Known): string | undefined {
  return title === undefined || title === '' || title === defaultTitle(status ?? 0)
    ? undefined
    : title;
}

/** Returns the frames of an error and of its cause, redacted. */
function describeStack(error: unknown): string | undefined {
  const cause: unknown = isErrorLike(error) ? error.cause : undefined;
  if (cause === undefined) return toLogStack(error);
  const parts = [
    toLogStack(error),
    toLogLine(`Caused by ${toErrorText(cause)}`),
    toLogStack(cause),
  ];
  return parts.filter((part) => part !== undefined).join('\n');
}

/** Sets the header on Express and on Fastify. */
function setRetryAfter(context: ExecutionContext, seconds: number): void {
  if (context.getType() !== 'http') return;
  type Reply = Partial<Record<'setHeader' | 'header', (name: string, value: string) => unknown>>;
  const reply = context.switchToHttp().getResponse<Reply>();
  const value = String(Math.ceil(seconds));
  if (reply.setHeader) reply.setHeader('Retry-After', value);
  else reply.header?.('Retry-After', value);
}
