import { NotBefore } from '../shared/consulta.dto.js';
import { QueryInstantField, QueryIntegerField } from '../shared/query-fields.js';

/**
 * Filter of the list of webhooks (BCB schema `ParametrosConsultaWebhooks`). Unlike other lists it
 * requires no period, and its page is always sent (docs/decisions.md D9).
 */
export class ParametrosConsultaWebhooksDto {
  @QueryInstantField({ describe: 'Início do período.', optional: true })
  inicio?: Date | string;

  @NotBefore('inicio')
  @QueryInstantField({ describe: 'Fim do período.', optional: true })
  fim?: Date | string;

  /** Page, from 0. Default: 0. */
  @QueryIntegerField({
    describe: 'Página, a partir de 0.',
    min: 0,
    optional: true,
    wire: 'paginacao.paginaAtual',
    sent: '0',
  })
  paginaAtual?: number;

  /** Items per page, 1 to 1000. Default: 100. */
  @QueryIntegerField({
    describe: 'Itens por página.',
    min: 1,
    max: 1000,
    optional: true,
    wire: 'paginacao.itensPorPagina',
    sent: '100',
  })
  itensPorPagina?: number;
}
