import { UrlField } from '../validation/index.js';

/** Body that registers a webhook (BCB schema `WebhookSolicitado`). */
export class WebhookSolicitadoDto {
  /** Absolute http or https address; the provider appends `/pix`, `/rec` or `/cobr`. */
  @UrlField({
    describe: 'Endereço das notificações; o provedor acrescenta /pix, /rec ou /cobr.',
    example: 'https://exemplo.com.br/pix/webhook',
  })
  webhookUrl!: string;
}
