import type { Body } from '../shared/body.js';
import type { Plain } from '../shared/plain.js';
import type { BbConsultaDevolucoesDto, BbConsultaPixDto, BbWebhookSolicRecDto } from './bb.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Filter of received Pix at Banco do Brasil. */
export type BbPixFilter = Plain<BbConsultaPixDto>;

/** Filter of refunds at Banco do Brasil. */
export type BbDevolucoesFilter = Plain<BbConsultaDevolucoesDto>;

/** Body that registers the webhook of requests to confirm a recurrence at Banco do Brasil. */
export type BbWebhookSolicRecSolicitado = Body<BbWebhookSolicRecDto>;
