/** What callers pass: the bodies and filters of the specification as plain objects. */
import type * as cob from './cob/cob.dto.js';
import type * as cobr from './cobr/cobr.dto.js';
import type * as cobv from './cobv/cobv.dto.js';
import type * as loc from './loc/loc.dto.js';
import type * as pix from './pix/pix.dto.js';
import type * as rec from './rec/rec.dto.js';
import type { Body, OptionalKey, Plain } from './shared/body.js';
import type * as shared from './shared/shared.dto.js';
import type * as webhook from './webhook/webhook.dto.js';

/** Filter by period and page. */
export type ConsultaFilter = Plain<shared.ConsultaDto>;

/** Selects a revision of a charge. */
export type RevisaoFilter = Plain<shared.ConsultaRevisaoDto>;

/** Body that creates an immediate charge. */
export type CobSolicitada = Body<OptionalKey<cob.CobSolicitadaDto>>;

/** Body that revises or removes an immediate charge. */
export type CobRevisada = Body<cob.CobRevisadaDto>;

/** Filter of immediate charges. */
export type CobFilter = Plain<cob.ParametrosConsultaCobDto>;

/** Body that creates a due-date charge. */
export type CobVSolicitada = Body<OptionalKey<cobv.CobVSolicitadaDto>>;

/** Body that revises or removes a due-date charge. */
export type CobVRevisada = Body<cobv.CobVRevisadaDto>;

/** Filter of due-date charges. */
export type CobVFilter = Plain<cobv.ParametrosConsultaCobVDto>;

/** Body that creates a batch of due-date charges. */
export type LoteCobVBody = Body<OptionalKey<cobv.LoteCobVBodyDto>>;

/** Body that revises charges of a batch. */
export type LoteCobVBodyRevisado = Body<cobv.LoteCobVBodyRevisadoDto>;

/** Body that creates a location. */
export type PayloadLocationSolicitada = Body<loc.PayloadLocationSolicitadaDto>;

/** Filter of locations. */
export type PayloadLocationFilter = Plain<loc.ParametrosConsultaPayloadLocationDto>;

/** Filter of locations of recurrences. */
export type PayloadLocationRecFilter = Plain<loc.ParametrosConsultaPayloadLocationRecDto>;

/** Filter of received Pix. */
export type PixFilter = Plain<pix.ParametrosConsultaPixDto>;

/** Body that requests a refund. */
export type DevolucaoSolicitada = Body<pix.DevolucaoSolicitadaDto>;

/** Body that registers a webhook. */
export type WebhookSolicitado = Body<webhook.WebhookSolicitadoDto>;

/** Filter of webhooks. */
export type WebhookFilter = Plain<webhook.ParametrosConsultaWebhooksDto>;

/** Body that registers the webhook of recurrences. */
export type WebhookRecSolicitado = Body<webhook.WebhookRecSolicitadoDto>;

/** Body that registers the webhook of recurring charges. */
export type WebhookCobRSolicitado = Body<webhook.WebhookCobRSolicitadoDto>;

/** Body that creates a recurrence. */
export type RecSolicitada = Body<rec.RecSolicitadaDto>;

/** Body that revises or cancels a recurrence. */
export type RecRevisada = Body<rec.RecRevisadaDto>;

/** Filter of recurrences. */
export type RecFilter = Plain<rec.ParametrosConsultaRecDto>;

/** Filter with the txid of the charge of a journey, for reading a recurrence. */
export type RecTxidFilter = Plain<rec.ConsultaRecDto>;

/** Body that requests the payer's confirmation of a recurrence. */
export type SolicRecSolicitada = Body<rec.SolicRecSolicitadaDto>;

/** Body that cancels a request to confirm. */
export type SolicRecRevisada = Body<rec.SolicRecRevisadaDto>;

/** Body that creates a recurring charge. */
export type CobRSolicitada = Body<cobr.CobRSolicitadaDto>;

/** Body that cancels a recurring charge. */
export type CobRStatusRevisada = Body<cobr.CobRStatusRevisadaDto>;

/** Filter of recurring charges. */
export type CobRFilter = Plain<cobr.ParametrosConsultaCobRDto>;
