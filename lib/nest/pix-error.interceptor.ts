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
   * `gateway` responds with 502 if the application's own credentials or the provider failed;
   * `passthrough` keeps the provider's status: 401, 403 and 500 are unchanged. Default: `gateway`.
   */
  mapping?: 'gateway' | 'passthrough';
  /** Whether responses contain the provider's `detail`. Default: `false`. */
  exposeDetail?: boolean;
}

/**
 * Injection token of the options if Nest creates the interceptor (`APP_INTERCEPTOR` with
 * `useClass`).
 */
export const PIX_ERROR_INTERCEPTOR_OPTIONS = Symbol('PIX_ERROR_INTERCEPTOR_OPTIONS');

type Make = new (body: object, options: { cause: unknown }) => HttpException;

interface Row {
  readonly error: keyof PixErrorMap;
  readonly exception: Make;
  readonly passthrough?: Make;
}

/** The first matching row applies; a subclass precedes its base class. */
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
 * Converts the library's errors to Nest's HTTP exceptions, with the original as `cause`. Other
 * errors pass unchanged. A response never contains a token or a secret, and the provider's raw
 * response only with `exposeDetail`.
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

  /** Converts an error of the library to an HTTP exception; returns any other error unchanged. */
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
      // Without a title, the message is the library's own text; a title is the provider's.
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

/** Sets the header on Express and on Fastify. */
function setRetryAfter(context: ExecutionContext, seconds: number): void {
  if (context.getType() !== 'http') return;
  const reply = context.switchToHttp().getResponse<ReplyLike>();
  const value = String(Math.ceil(seconds));
  if (reply.setHeader) reply.setHeader('Retry-After', value);
  else reply.header?.('Retry-After', value);
}
