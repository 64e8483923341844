import { ITEMS, NotBefore, PAGE, QueryInstantField, QueryIntegerField } from '../shared/fields.js';
import { UrlField } from '../validation/fields.js';

/** Body that registers a webhook (BCB schema `WebhookSolicitado`). */
export class WebhookSolicitadoDto {
  /** Absolute http or https address; the provider appends `/pix`, `/rec` or `/cobr`. */
  @UrlField('Endereço das notificações; o provedor acrescenta /pix, /rec ou /cobr.', {
    example: 'https://exemplo.com.br/pix/webhook',
  })
  webhookUrl!: string;
}

/**
 * Filter of the list of webhooks (BCB schema `ParametrosConsultaWebhooks`). Unlike other lists it
 * requires no period, and its page is always sent (docs/decisions.md D9).
 */
export class ParametrosConsultaWebhooksDto {
  @QueryInstantField('Início do período.', { optional: true })
  inicio?: Date | string;

  @NotBefore('inicio')
  @QueryInstantField('Fim do período.', { optional: true })
  fim?: Date | string;

  /** Page, from 0. Default: 0. */
  @QueryIntegerField('Página, a partir de 0.', { ...PAGE, sent: '0' })
  paginaAtual?: number;

  /** Items per page, 1 to 1000. Default: 100. */
  @QueryIntegerField('Itens por página.', { ...ITEMS, sent: '100' })
  itensPorPagina?: number;
}

/** Body that registers the webhook of recurrences (BCB schema `WebhookRecSolicitado`). */
export class WebhookRecSolicitadoDto extends WebhookSolicitadoDto {}

/** Body that registers the webhook of recurring charges (BCB schema `WebhookCobRSolicitado`). */
export class WebhookCobRSolicitadoDto extends WebhookSolicitadoDto {}
