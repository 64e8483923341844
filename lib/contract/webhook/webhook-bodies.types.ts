import type { Body } from '../shared/body.js';
import type { Plain } from '../shared/plain.js';
import type { ParametrosConsultaWebhooksDto } from './webhook-consulta.dto.js';
import type { WebhookSolicitadoDto } from './webhook.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Body that registers a webhook. */
export type WebhookSolicitado = Body<WebhookSolicitadoDto>;

/** Filter of webhooks. */
export type WebhookFilter = Plain<ParametrosConsultaWebhooksDto>;
