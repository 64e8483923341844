import {
  BadGatewayException,
  BadRequestException,
  ConflictException,
  ForbiddenException,
  GatewayTimeoutException,
  InternalServerErrorException,
  NotFoundException,
  NotImplementedException,
  ServiceUnavailableException,
  UnauthorizedException,
  type HttpException,
} from '@nestjs/common';
import type { PixErrorMap } from '../errors/index.js';

/** The class of an exception of Nest, with its body and cause. */
export type Make = new (body: object, options: { cause: unknown }) => HttpException;

/** The exception for a class of errors. */
export interface StatusRow {
  readonly error: keyof PixErrorMap;
  readonly exception: Make;
  /** With `mapping: 'passthrough'`. */
  readonly passthrough?: Make;
}

/** The first matching row applies; a subclass precedes its base class. */
export const statusRows: readonly StatusRow[] = [
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

/** Whether the exception tells the caller that the request was wrong. */
export function isCallersFault(exception: Make): boolean {
  return exception === BadRequestException || exception === NotFoundException;
}
