import type { Body } from '../shared/body.js';
import type { Plain } from '../shared/plain.js';
import type {
  InterPagamentoDto,
  InterConsultaCallbacksDto,
  InterReenvioCallbacksDto,
} from './inter.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Body that pays a charge in the sandbox of Inter. */
export type InterPagamentoSolicitado = Body<InterPagamentoDto>;

/** Filter of the callbacks of Inter. */
export type InterCallbacksFilter = Plain<InterConsultaCallbacksDto>;

/** Body that requests redelivery of Inter's callbacks. */
export type InterReenvioCallbacks = Body<InterReenvioCallbacksDto>;
