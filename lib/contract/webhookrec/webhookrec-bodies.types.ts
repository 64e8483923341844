import type { Plain } from '../shared/plain.js';
import type { WebhookRecSolicitadoDto } from './webhookrec.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Body that registers the webhook of recurrences. */
export type WebhookRecSolicitado = Plain<WebhookRecSolicitadoDto>;
