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
import { isPixError, type PixErrorMap } from '../errors/index.js';

/** Options of {@link PixErrorInterceptor}. */
export interface PixErrorInterceptorOptions {
  /**
   * `gateway` (default) answers 502 when the application's own credential or provider failed; `passthrough` keeps the
   * provider's status: 401, 403 and 500 stay what they are.
   */
  mapping?: 'gateway' | 'passthrough';
  /** Also tell the caller the provider's `detail`. Default `false`. */
  exposeDetail?: boolean;
}

/** Token of the options when Nest makes the interceptor (`APP_INTERCEPTOR` with `useClass`). */
export const PIX_ERROR_INTERCEPTOR_OPTIONS = Symbol('PIX_ERROR_INTERCEPTOR_OPTIONS');

type Make = new (body: object, options: { cause: unknown }) => HttpException;

interface Row {
  readonly error: keyof PixErrorMap;
  readonly exception: Make;
  readonly passthrough?: Make;
}

/** First row that fits decides; a subclass stands before its base. */
const ROWS: readonly Row[] = [
  { error: 'PixErroValidacaoException', exception: BadRequestException },
  { error: 'ValidationError', exception: BadRequestException },
  { error: 'ValueError', exception: BadRequestException },
  { error: 'PixRecursoNaoEncontradoException', exception: NotFoundException },
  { error: 'PixErroServicoIndisponivelException', exception: ServiceUnavailableException },
  { error: 'RateLimitError', exception: ServiceUnavailableException },
  { error: 'PixTimeoutException', exception: GatewayTimeoutException },
  {
    error: 'PixNaoAutorizadoException',
    exception: BadGatewayException,
    passthrough: UnauthorizedException,
  },
  {
    error: 'PixAcessoNegadoException',
    exception: BadGatewayException,
    passthrough: ForbiddenException,
  },
  {
    error: 'PixErroServidorException',
    exception: BadGatewayException,
    passthrough: InternalServerErrorException,
  },
  { error: 'PixConflitoException', exception: ConflictException },
  { error: 'NotImplementedError', exception: NotImplementedException },
  { error: 'PixAPIException', exception: BadGatewayException },
];

interface Known {
  readonly title?: string;
  readonly message: string;
  readonly detail?: string;
  readonly status?: number;
  readonly violacoes?: readonly { razao?: string; propriedade?: string }[];
  readonly retryAfter?: number;
  readonly resultUnknown?: boolean;
}

/**
 * Turns the library's errors into Nest's HTTP exceptions, the original kept as `cause`: one row of the table above for each.
 * Other errors pass untouched. A body never holds a token, a secret, or the
 * provider's raw answer unless `exposeDetail` asks for it.
 *
 * @example
 * app.useGlobalInterceptors(new PixErrorInterceptor());
 */
@Injectable()
export class PixErrorInterceptor implements NestInterceptor {
  readonly #options: PixErrorInterceptorOptions;

  constructor(
    @Optional() @Inject(PIX_ERROR_INTERCEPTOR_OPTIONS) options?: PixErrorInterceptorOptions,
  ) {
    this.#options = options ?? {};
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) => {
        const exception = this.toHttpException(error);
        const retryAfter = (error as Known | null)?.retryAfter;
        if (exception instanceof ServiceUnavailableException && retryAfter !== undefined) {
          setRetryAfter(context, retryAfter);
        }
        return throwError(() => exception);
      }),
    );
  }

  /** The exception that an error becomes; the error itself when it is not of this library. */
  toHttpException(error: unknown): unknown {
    const row = ROWS.find((candidate) => isPixError(error, candidate.error));
    if (!row) return error;
    const known = error as Known;
    if (known.status === 429) return this.#make(ServiceUnavailableException, known);
    const passthrough = this.#options.mapping === 'passthrough' ? row.passthrough : undefined;
    return this.#make(passthrough ?? row.exception, known);
  }

  #make(exception: Make, error: Known): HttpException {
    const bare = new exception({}, { cause: error });
    const { title, message, detail, violacoes, retryAfter, resultUnknown } = error;
    const isCallersFault = bare instanceof BadRequestException || bare instanceof NotFoundException;
    const body = {
      statusCode: bare.getStatus(),
      // An error without a title is the library's own text; a title is the provider's.
      message:
        title === undefined ? message : isCallersFault ? title : STATUS_CODES[bare.getStatus()],
      ...(violacoes && {
        violacoes: violacoes.map(({ razao, propriedade }) => ({ razao, propriedade })),
      }),
      ...(resultUnknown === true && { resultUnknown }),
      ...(retryAfter !== undefined && { retryAfter }),
      ...(this.#options.exposeDetail === true && detail !== undefined && { detail }),
    };
    return new exception(body, { cause: error });
  }
}

interface ReplyLike {
  setHeader?: (name: string, value: string) => unknown;
  header?: (name: string, value: string) => unknown;
}

/** On Express and on Fastify. */
function setRetryAfter(context: ExecutionContext, seconds: number): void {
  if (context.getType() !== 'http') return;
  const reply = context.switchToHttp().getResponse<ReplyLike>();
  const value = String(Math.ceil(seconds));
  if (reply.setHeader) reply.setHeader('Retry-After', value);
  else reply.header?.('Retry-After', value);
}
