import type { Body } from '../shared/body.js';
import type { Plain } from '../shared/plain.js';
import type { ParametrosConsultaCobVDto } from './cobv-consulta.dto.js';
import type { CobVSolicitadaDto, CobVRevisadaDto } from './cobv.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Body that creates a due-date charge. */
export type CobVSolicitada = Body<CobVSolicitadaDto>;

/** Body that revises or removes a due-date charge. */
export type CobVRevisada = Body<CobVRevisadaDto>;

/** Filter of due-date charges. */
export type CobVFilter = Plain<ParametrosConsultaCobVDto>;
