import type { ConsultaDto, ConsultaRevisaoDto } from './consulta.dto.js';
import type { Plain } from './plain.js';

// Filters as plain objects.

/** Filter by period and page. */
export type ConsultaFilter = Plain<ConsultaDto>;

/** Selects a revision of a charge. */
export type RevisaoFilter = Plain<ConsultaRevisaoDto>;
