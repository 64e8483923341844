import type { Body } from '../shared/body.js';
import type { Plain } from '../shared/plain.js';
import type { ParametrosConsultaCobRDto } from './cobr-consulta.dto.js';
import type { CobRSolicitadaDto, CobRStatusRevisadaDto } from './cobr.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Body that creates a recurring charge. */
export type CobRSolicitada = Body<CobRSolicitadaDto>;

/** Body that cancels a recurring charge. */
export type CobRStatusRevisada = Body<CobRStatusRevisadaDto>;

/** Filter of recurring charges. */
export type CobRFilter = Plain<ParametrosConsultaCobRDto>;
