import type { Body } from '../shared/body.js';
import type { Plain } from '../shared/plain.js';
import type { ParametrosConsultaRecDto, ConsultaRecDto } from './rec-consulta.dto.js';
import type { RecRevisadaDto } from './rec-revisada.dto.js';
import type { RecSolicitadaDto } from './rec.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Body that creates a recurrence. */
export type RecSolicitada = Body<RecSolicitadaDto>;

/** Body that revises or cancels a recurrence. */
export type RecRevisada = Body<RecRevisadaDto>;

/** Filter of recurrences. */
export type RecFilter = Plain<ParametrosConsultaRecDto>;

/** Filter with the txid of the charge of a journey, for reading a recurrence. */
export type RecTxidFilter = Plain<ConsultaRecDto>;
