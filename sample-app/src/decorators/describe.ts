import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { ErrorView } from './error.view.js';

/** Statuses of errors, and what they mean in every route. */
const ERRORS = {
  400: 'A requisição não é válida. `message` diz o que corrigir',
  401: 'Não há sessão aberta, ou a senha está errada',
  403: 'O papel da pessoa não permite a ação',
  404: 'Não existe',
  409: 'O estado atual não permite a ação',
  413: 'O arquivo é grande demais',
  422: 'O conteúdo não pode ser aceito, ou a chave de idempotência já foi usada com outro conteúdo',
  429: 'Muitas requisições em pouco tempo. `Retry-After` diz em quantos segundos repetir',
  501: 'O banco da loja não oferece o produto',
  502: 'O banco recusou ou respondeu com erro',
  503: 'A loja ou o banco está indisponível. Tente de novo',
  504: 'O banco não respondeu a tempo',
} as const;

export type ErrorStatus = keyof typeof ERRORS;

/** Failures of the bank in a route that asks it. */
export const BANK_ERRORS = [502, 503, 504] as const;

/** Documents errors of a route. */
export function ApiErrors(...statuses: readonly ErrorStatus[]): MethodDecorator {
  const errors = statuses.map((status) =>
    ApiResponse({ status, description: ERRORS[status], type: ErrorView }),
  );
  return applyDecorators(...errors);
}

/**
 * Documents what a route does, in Portuguese, and the errors of its own. Those of its guards, path and body are added by
 * `describeRoutes`.
 */
export function Describe(summary: string, ...errors: readonly ErrorStatus[]): MethodDecorator {
  return applyDecorators(ApiOperation({ summary }), ApiErrors(...errors));
}

/** Documents a page of a list. */
export function ApiPageResponse(view: Type): MethodDecorator {
  const properties = {
    itens: { type: 'array', items: { $ref: getSchemaPath(view) } },
    proxima: { type: 'string', nullable: true },
  };
  return applyDecorators(
    ApiExtraModels(view),
    ApiOkResponse({ schema: { type: 'object', required: ['itens', 'proxima'], properties } }),
  );
}

const CSV_EXAMPLE = 'Descrição;Criado em;Valor\r\n1x Camiseta Ipê;23/11/2026 11:30;37,00\r\n';

/** Documents a CSV file. */
export function ApiCsvResponse(): MethodDecorator {
  const description = 'UTF-8, com ponto e vírgula; valores com vírgula decimal';
  const content = { 'text/csv': { schema: { type: 'string' }, example: CSV_EXAMPLE } };
  return ApiOkResponse({ description, content });
}

/** Documents a stream of server-sent events, whose data is JSON. */
export function ApiEventsResponse(view: Type): MethodDecorator {
  const description = 'O estado agora e a cada mudança, até o final';
  const content = { 'text/event-stream': { schema: { $ref: getSchemaPath(view) } } };
  return applyDecorators(ApiExtraModels(view), ApiOkResponse({ description, content }));
}
