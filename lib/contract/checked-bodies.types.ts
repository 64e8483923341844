import type { CobRevisadaDto, CobSolicitadaDto } from './cob/cob.dto.js';
import type { CobRSolicitadaDto } from './cobr/cobr.dto.js';
import type { CobVRevisadaDto, CobVSolicitadaDto } from './cobv/cobv.dto.js';
import type { LoteCobVBodyDto, LoteCobVBodyRevisadoDto } from './lotecobv/lotecobv.dto.js';
import type { RecRevisadaDto } from './rec/rec-revisada.dto.js';
import type { RecSolicitadaDto } from './rec/rec.dto.js';
import type { Plain } from './shared/plain.js';
import type { SolicRecSolicitadaDto } from './solicrec/solicrec.dto.js';
import type { WebhookSolicitadoDto } from './webhook/webhook.dto.js';

// Request bodies that were checked, as a provider receives them: without null and without text for numbers.

/** Body that creates a recurring charge. */
export type CobRSolicitada = Plain<CobRSolicitadaDto>;

/** Body that revises or removes an immediate charge. */
export type CobRevisada = Plain<CobRevisadaDto>;

/** Body that creates an immediate charge. */
export type CobSolicitada = Plain<CobSolicitadaDto>;

/** Body that revises or removes a due-date charge. */
export type CobVRevisada = Plain<CobVRevisadaDto>;

/** Body that creates a due-date charge. */
export type CobVSolicitada = Plain<CobVSolicitadaDto>;

/** Body that creates a batch of due-date charges. */
export type LoteCobVBody = Plain<LoteCobVBodyDto>;

/** Body that revises charges of a batch. */
export type LoteCobVBodyRevisado = Plain<LoteCobVBodyRevisadoDto>;

/** Body that revises or cancels a recurrence. */
export type RecRevisada = Plain<RecRevisadaDto>;

/** Body that creates a recurrence. */
export type RecSolicitada = Plain<RecSolicitadaDto>;

/** Body that requests the payer's confirmation of a recurrence. */
export type SolicRecSolicitada = Plain<SolicRecSolicitadaDto>;

/** Body that registers a webhook. */
export type WebhookSolicitado = Plain<WebhookSolicitadoDto>;
