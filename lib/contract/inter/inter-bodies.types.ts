import type { Body } from '../shared/body.js';
import type { Plain } from '../shared/plain.js';
import type {
  InterConsultaCallbacksDto,
  InterPagamentoCobRDto,
  InterPagamentoDto,
  InterReenvioCallbacksDto,
  InterStatusCobRDto,
  InterStatusRecDto,
  InterStatusSolicRecDto,
} from './inter.dto.js';

// Request bodies and filters as plain objects, named after the schemas of the specification.

/** Body that pays a charge in the sandbox of Inter. */
export type InterPagamentoSolicitado = Body<InterPagamentoDto>;

/** Filter of the callbacks of Inter. */
export type InterCallbacksFilter = Plain<InterConsultaCallbacksDto>;

/** Body that requests redelivery of Inter's callbacks. */
export type InterReenvioCallbacks = Body<InterReenvioCallbacksDto>;

/** Body that approves or cancels a recurrence in the sandbox of Inter. */
export type InterStatusRec = Body<InterStatusRecDto>;

/** Body that changes the status of a request to confirm in the sandbox of Inter. */
export type InterStatusSolicRec = Body<InterStatusSolicRecDto>;

/** Body that cancels a recurring charge in the sandbox of Inter. */
export type InterStatusCobR = Body<InterStatusCobRDto>;

/** Body that pays a recurring charge in the sandbox of Inter. */
export type InterPagamentoCobRSolicitado = Body<InterPagamentoCobRDto>;
