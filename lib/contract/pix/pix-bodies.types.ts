import type { Body } from '../shared/body.js';
import type { Plain } from '../shared/plain.js';
import type { ParametrosConsultaPixDto, DevolucaoSolicitadaDto } from './pix.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Filter of received Pix. */
export type PixFilter = Plain<ParametrosConsultaPixDto>;

/** Body that requests a refund. */
export type DevolucaoSolicitada = Body<DevolucaoSolicitadaDto>;
