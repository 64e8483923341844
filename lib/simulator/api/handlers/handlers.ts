import type { DtoClass } from '../../../contract/operation.js';
import { ParametrosConsultaWebhooksDto } from '../../../contract/webhook/webhook-consulta.dto.js';
import { LoteDto, LoteRevisadoDto } from '../../domain/charge/lotecobv.bodies.js';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { bbHandlers } from './bb.handlers.js';
import { cobHandlers } from './cob.handlers.js';
import { cobrHandlers } from './cobr.handlers.js';
import { cobvHandlers } from './cobv.handlers.js';
import { interHandlers } from './inter.handlers.js';
import { locHandlers } from './loc.handlers.js';
import { locrecHandlers } from './locrec.handlers.js';
import { lotecobvHandlers } from './lotecobv.handlers.js';
import { pixHandlers } from './pix.handlers.js';
import { recHandlers } from './rec.handlers.js';
import { singleWebhookHandlers } from './single-webhook.handlers.js';
import { solicrecHandlers } from './solicrec.handlers.js';
import type { ApiHandlers } from './typed-handlers.js';
import { webhookHandlers } from './webhook.handlers.js';

/** The handlers of all operations below the base path: those of the specification and those of single providers. */
export function apiHandlers(state: SimulatorState): ApiHandlers {
  return {
    ...cobHandlers(state),
    ...cobvHandlers(state),
    ...lotecobvHandlers(state),
    ...locHandlers(state),
    ...pixHandlers(state),
    ...webhookHandlers(state),
    ...recHandlers(state),
    ...solicrecHandlers(state),
    ...cobrHandlers(state),
    ...locrecHandlers(state),
    ...singleWebhookHandlers(state),
    ...interHandlers(state),
    ...bbHandlers(state),
  };
}

/** Classes that check bodies instead of the contract's, by operation id. */
export const familyBodies: Readonly<Record<string, DtoClass>> = {
  'lotecobv.create': LoteDto,
  'lotecobv.revise': LoteRevisadoDto,
};

/**
 * Classes that check queries, by operation id. The contract has no parameters for these operations, but the
 * specification lists violations of them (`WebhookRecConsultaInvalida`, `WebhookCobRConsultaInvalida`).
 */
export const familyFilters: Readonly<Record<string, DtoClass>> = {
  'webhookrec.get': ParametrosConsultaWebhooksDto,
  'webhookcobr.get': ParametrosConsultaWebhooksDto,
};
