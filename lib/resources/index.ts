export { PixClient } from './pix-client.js';
export type { PixFamilyKey } from './pix-client.js';
export { PixCobService } from './pix-cob.service.js';
export { pixServices } from './pix-services.js';
export { PixWebhookService } from './pix-webhook.service.js';
