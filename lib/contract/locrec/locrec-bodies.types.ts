import type { Plain } from '../shared/plain.js';
import type { ParametrosConsultaPayloadLocationRecDto } from './locrec.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Filter of locations of recurrences. */
export type PayloadLocationRecFilter = Plain<ParametrosConsultaPayloadLocationRecDto>;
