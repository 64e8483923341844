import type { Body } from '../shared/body.js';
import type { Plain } from '../shared/plain.js';
import type {
  PayloadLocationSolicitadaDto,
  ParametrosConsultaPayloadLocationDto,
} from './loc.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Body that creates a location. */
export type PayloadLocationSolicitada = Body<PayloadLocationSolicitadaDto>;

/** Filter of locations. */
export type PayloadLocationFilter = Plain<ParametrosConsultaPayloadLocationDto>;
