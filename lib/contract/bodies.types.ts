import type { BbConsultaPixDto, BbConsultaDevolucoesDto } from './bb/bb.dto.js';
import type { ParametrosConsultaCobDto } from './cob/cob-consulta.dto.js';
import type { CobSolicitadaDto, CobRevisadaDto } from './cob/cob.dto.js';
import type { ParametrosConsultaCobRDto } from './cobr/cobr-consulta.dto.js';
import type { CobRSolicitadaDto, CobRStatusRevisadaDto } from './cobr/cobr.dto.js';
import type { ParametrosConsultaCobVDto } from './cobv/cobv-consulta.dto.js';
import type { CobVSolicitadaDto, CobVRevisadaDto } from './cobv/cobv.dto.js';
import type {
  InterPagamentoDto,
  InterConsultaCallbacksDto,
  InterReenvioCallbacksDto,
} from './inter/inter.dto.js';
import type {
  PayloadLocationSolicitadaDto,
  ParametrosConsultaPayloadLocationDto,
} from './loc/loc.dto.js';
import type { ParametrosConsultaPayloadLocationRecDto } from './locrec/locrec.dto.js';
import type { LoteCobVBodyDto, LoteCobVBodyRevisadoDto } from './lotecobv/lotecobv.dto.js';
import type { ParametrosConsultaPixDto, DevolucaoSolicitadaDto } from './pix/pix.dto.js';
import type { ParametrosConsultaRecDto, ConsultaRecDto } from './rec/rec-consulta.dto.js';
import type { RecRevisadaDto } from './rec/rec-revisada.dto.js';
import type { RecSolicitadaDto } from './rec/rec.dto.js';
import type { Body } from './shared/body.js';
import type { ConsultaDto, ConsultaRevisaoDto } from './shared/consulta.dto.js';
import type { Plain } from './shared/plain.js';
import type { SolicRecSolicitadaDto, SolicRecRevisadaDto } from './solicrec/solicrec.dto.js';
import type { ParametrosConsultaWebhooksDto } from './webhook/webhook-consulta.dto.js';
import type { WebhookSolicitadoDto } from './webhook/webhook.dto.js';
import type { WebhookCobRSolicitadoDto } from './webhookcobr/webhookcobr.dto.js';
import type { WebhookRecSolicitadoDto } from './webhookrec/webhookrec.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Body that creates an immediate charge. */
export type CobSolicitada = Body<CobSolicitadaDto>;

/** Body that revises or removes an immediate charge. */
export type CobRevisada = Body<CobRevisadaDto>;

/** Filter of immediate charges. */
export type CobFilter = Plain<ParametrosConsultaCobDto>;

/** Body that creates a due-date charge. */
export type CobVSolicitada = Body<CobVSolicitadaDto>;

/** Body that revises or removes a due-date charge. */
export type CobVRevisada = Body<CobVRevisadaDto>;

/** Filter of due-date charges. */
export type CobVFilter = Plain<ParametrosConsultaCobVDto>;

/** Body that creates a batch of due-date charges. */
export type LoteCobVBody = Body<LoteCobVBodyDto>;

/** Body that revises charges of a batch. */
export type LoteCobVBodyRevisado = Body<LoteCobVBodyRevisadoDto>;

/** Filter by period and page. */
export type ConsultaFilter = Plain<ConsultaDto>;

/** Selects a revision of a charge. */
export type RevisaoFilter = Plain<ConsultaRevisaoDto>;

/** Body that creates a location. */
export type PayloadLocationSolicitada = Body<PayloadLocationSolicitadaDto>;

/** Filter of locations. */
export type PayloadLocationFilter = Plain<ParametrosConsultaPayloadLocationDto>;

/** Filter of received Pix. */
export type PixFilter = Plain<ParametrosConsultaPixDto>;

/** Body that requests a refund. */
export type DevolucaoSolicitada = Body<DevolucaoSolicitadaDto>;

/** Body that registers a webhook. */
export type WebhookSolicitado = Body<WebhookSolicitadoDto>;

/** Filter of webhooks. */
export type WebhookFilter = Plain<ParametrosConsultaWebhooksDto>;

/** Body that creates a recurrence. */
export type RecSolicitada = Body<RecSolicitadaDto>;

/** Body that revises or cancels a recurrence. */
export type RecRevisada = Body<RecRevisadaDto>;

/** Filter of recurrences. */
export type RecFilter = Plain<ParametrosConsultaRecDto>;

/** Filter with the txid of the charge of a journey, for reading a recurrence. */
export type RecTxidFilter = Plain<ConsultaRecDto>;

/** Body that requests the payer's confirmation of a recurrence. */
export type SolicRecSolicitada = Body<SolicRecSolicitadaDto>;

/** Body that cancels a request to confirm. */
export type SolicRecRevisada = Body<SolicRecRevisadaDto>;

/** Body that creates a recurring charge. */
export type CobRSolicitada = Body<CobRSolicitadaDto>;

/** Body that cancels a recurring charge. */
export type CobRStatusRevisada = Body<CobRStatusRevisadaDto>;

/** Filter of recurring charges. */
export type CobRFilter = Plain<ParametrosConsultaCobRDto>;

/** Filter of locations of recurrences. */
export type PayloadLocationRecFilter = Plain<ParametrosConsultaPayloadLocationRecDto>;

/** Body that registers the webhook of recurring charges. */
export type WebhookCobRSolicitado = Body<WebhookCobRSolicitadoDto>;

/** Body that registers the webhook of recurrences. */
export type WebhookRecSolicitado = Body<WebhookRecSolicitadoDto>;

/** Body that pays a charge in the sandbox of Inter. */
export type InterPagamentoSolicitado = Body<InterPagamentoDto>;

/** Filter of the callbacks of Inter. */
export type InterCallbacksFilter = Plain<InterConsultaCallbacksDto>;

/** Body that requests redelivery of Inter's callbacks. */
export type InterReenvioCallbacks = Body<InterReenvioCallbacksDto>;

/** Filter of received Pix at Banco do Brasil. */
export type BbPixFilter = Plain<BbConsultaPixDto>;

/** Filter of refunds at Banco do Brasil. */
export type BbDevolucoesFilter = Plain<BbConsultaDevolucoesDto>;
