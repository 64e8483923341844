export { webhookrecOperations } from './webhookrec.operations.js';
export { WebhookRecSolicitadoDto } from './webhookrec.dto.js';
export type { WebhookRecCompleto } from './webhookrec.types.js';
export type { WebhookRecSolicitado } from './webhookrec-bodies.types.js';
