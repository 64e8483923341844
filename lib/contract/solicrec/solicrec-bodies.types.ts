import type { Body } from '../shared/body.js';
import type { SolicRecSolicitadaDto, SolicRecRevisadaDto } from './solicrec.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Body that requests the payer's confirmation of a recurrence. */
export type SolicRecSolicitada = Body<SolicRecSolicitadaDto>;

/** Body that cancels a request to confirm. */
export type SolicRecRevisada = Body<SolicRecRevisadaDto>;
