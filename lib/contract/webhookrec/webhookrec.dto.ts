import { WebhookSolicitadoDto } from '../webhook/webhook.dto.js';

/** Body that registers the webhook of recurrences (BCB schema `WebhookRecSolicitado`). */
export class WebhookRecSolicitadoDto extends WebhookSolicitadoDto {}
