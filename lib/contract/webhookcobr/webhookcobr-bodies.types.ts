import type { Body } from '../shared/body.js';
import type { WebhookCobRSolicitadoDto } from './webhookcobr.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Body that registers the webhook of recurring charges. */
export type WebhookCobRSolicitado = Body<WebhookCobRSolicitadoDto>;
