export { locOperations } from './loc.operations.js';
export { ParametrosConsultaPayloadLocationDto, PayloadLocationSolicitadaDto } from './loc.dto.js';
export type {
  ParametrosConsultaPayloadLocation,
  PayloadLocation,
  PayloadLocationCompleta,
  PayloadLocationConsultadas,
} from './loc.types.js';
export type { TipoCob } from '../shared/tipo-cob.types.js';
export type { PayloadLocationSolicitada, PayloadLocationFilter } from './loc-bodies.types.js';
