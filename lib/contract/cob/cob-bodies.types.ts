import type { Body } from '../shared/body.js';
import type { Plain } from '../shared/plain.js';
import type { ParametrosConsultaCobDto } from './cob-consulta.dto.js';
import type { CobSolicitadaDto, CobRevisadaDto } from './cob.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Body that creates an immediate charge. */
export type CobSolicitada = Body<CobSolicitadaDto>;

/** Body that revises or removes an immediate charge. */
export type CobRevisada = Body<CobRevisadaDto>;

/** Filter of immediate charges. */
export type CobFilter = Plain<ParametrosConsultaCobDto>;
