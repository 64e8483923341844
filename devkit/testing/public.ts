export { PixTestingModule, type PixTestingModuleOptions } from './pix-testing.module.js';
export {
  buildCobrancaRecorrente,
  buildDevolucao,
  buildPix,
  buildRecorrencia,
} from './notifications.js';
export {
  WebhookTestClient,
  type WebhookTestAnswer,
  type WebhookTestClientOptions,
} from './webhook-test-client.js';
