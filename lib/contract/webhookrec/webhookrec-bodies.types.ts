import type { Body } from '../shared/body.js';
import type { WebhookRecSolicitadoDto } from './webhookrec.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Body that registers the webhook of recurrences. */
export type WebhookRecSolicitado = Body<WebhookRecSolicitadoDto>;
