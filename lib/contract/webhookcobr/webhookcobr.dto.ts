import { WebhookSolicitadoDto } from '../webhook/webhook.dto.js';

/** Body that registers the webhook of recurring charges (BCB schema `WebhookCobRSolicitado`). */
export class WebhookCobRSolicitadoDto extends WebhookSolicitadoDto {}
