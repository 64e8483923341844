import type { Body } from '../shared/body.js';
import type { LoteCobVBodyDto, LoteCobVBodyRevisadoDto } from './lotecobv.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Body that creates a batch of due-date charges. */
export type LoteCobVBody = Body<LoteCobVBodyDto>;

/** Body that revises charges of a batch. */
export type LoteCobVBodyRevisado = Body<LoteCobVBodyRevisadoDto>;
