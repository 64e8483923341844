export type * from './shared/body.js';
export type * from './shared/shared.types.js';
export type * from './cob/cob.types.js';
export type * from './cobv/cobv.types.js';
export type * from './pix/pix.types.js';
export type * from './webhook/webhook.types.js';
export type * from './rec/rec.types.js';
export type * from './cobr/cobr.types.js';
export type * from './payload/payload.types.js';
export type {
  ParametrosConsultaPayloadLocation,
  ParametrosConsultaPayloadLocationRec,
  PayloadLocation,
  PayloadLocationCompleta,
  PayloadLocationConsultadas,
  PayloadLocationRecCompleta,
  PayloadLocationRecConsultadas,
  PayloadLocationRecGerada,
} from './loc/loc.types.js';

export type { ConsultaFilter, RevisaoFilter } from './shared/shared.dto.js';
export type { CobFilter, CobRevisada, CobSolicitada } from './cob/cob.dto.js';
export type {
  CobVFilter,
  CobVRevisada,
  CobVSolicitada,
  LoteCobVBody,
  LoteCobVBodyRevisado,
} from './cobv/cobv.dto.js';
export type {
  PayloadLocationFilter,
  PayloadLocationRecFilter,
  PayloadLocationSolicitada,
} from './loc/loc.dto.js';
export type { DevolucaoSolicitada, PixFilter } from './pix/pix.dto.js';
export type {
  WebhookCobRSolicitado,
  WebhookFilter,
  WebhookRecSolicitado,
  WebhookSolicitado,
} from './webhook/webhook.dto.js';
export type {
  RecFilter,
  RecRevisada,
  RecSolicitada,
  RecTxidFilter,
  SolicRecRevisada,
  SolicRecSolicitada,
} from './rec/rec.dto.js';
export type { CobRFilter, CobRSolicitada, CobRStatusRevisada } from './cobr/cobr.dto.js';
export type { PixFamily, PixFeature } from './pix-family.js';
