export { webhookOperations } from './webhook.operations.js';
export { ParametrosConsultaWebhooksDto } from './webhook-consulta.dto.js';
export { WebhookSolicitadoDto } from './webhook.dto.js';
export type { WebhookCompleto, WebhooksConsultados } from './webhook.types.js';
export type { WebhookSolicitado, WebhookFilter } from './webhook-bodies.types.js';
