import type { Plain } from '../shared/plain.js';
import type { BbConsultaPixDto, BbConsultaDevolucoesDto } from './bb.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Filter of received Pix at Banco do Brasil. */
export type BbPixFilter = Plain<BbConsultaPixDto>;

/** Filter of refunds at Banco do Brasil. */
export type BbDevolucoesFilter = Plain<BbConsultaDevolucoesDto>;
