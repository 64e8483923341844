export {
  buildCobrancaRecorrente,
  buildDevolucao,
  buildPix,
  buildRecorrencia,
} from './notifications.js';
export { WebhookTestClient } from './webhook-test-client.js';
export type { WebhookTestAnswer, WebhookTestClientOptions } from './webhook-test-client.options.js';
