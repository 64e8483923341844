import type { DtoClass } from '../contract/operation.js';
import { ParametrosConsultaWebhooksDto } from '../contract/webhook/webhook-consulta.dto.js';
import { bbHandlers } from './bb/bb.handlers.js';
import { cobHandlers } from './cob/cob.handlers.js';
import { cobrHandlers } from './cobr/cobr.handlers.js';
import { cobvHandlers } from './cobv/cobv.handlers.js';
import type { Handlers } from './http/call.js';
import { interHandlers } from './inter/inter.handlers.js';
import { locHandlers } from './loc/loc.handlers.js';
import { locrecHandlers } from './locrec/locrec.handlers.js';
import { LoteDto, LoteRevisadoDto } from './lotecobv/lotecobv.bodies.js';
import { lotecobvHandlers } from './lotecobv/lotecobv.handlers.js';
import { pixHandlers } from './pix/pix.handlers.js';
import { recHandlers } from './rec/rec.handlers.js';
import type { SimulatorState } from './simulator-state.js';
import { solicrecHandlers } from './solicrec/solicrec.handlers.js';
import { singleWebhookHandlers } from './webhook/single-webhook.handlers.js';
import { webhookHandlers } from './webhook/webhook.handlers.js';

/** The handlers of the receiver's 48 operations, and of those that one provider alone offers. */
export function familyHandlers(state: SimulatorState): Handlers {
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

/** Bodies that are checked by other classes than the contract's, by operation. */
export const familyBodies: Readonly<Record<string, DtoClass>> = {
  'lotecobv.create': LoteDto,
  'lotecobv.revise': LoteRevisadoDto,
};

/**
 * Queries that are checked though the contract has no parameters: the specification lists violations of them
 * (`WebhookRecConsultaInvalida`, `WebhookCobRConsultaInvalida`).
 */
export const familyFilters: Readonly<Record<string, DtoClass>> = {
  'webhookrec.get': ParametrosConsultaWebhooksDto,
  'webhookcobr.get': ParametrosConsultaWebhooksDto,
};
