export { webhookcobrOperations } from './webhookcobr.operations.js';
export { WebhookCobRSolicitadoDto } from './webhookcobr.dto.js';
export type { WebhookCobRCompleto } from './webhookcobr.types.js';
export type { WebhookCobRSolicitado } from './webhookcobr-bodies.types.js';
