import type { Type } from '@nestjs/common';
import type { PixFamilyKey } from './pix-client.js';
import { PixCobService } from './pix-cob.service.js';
import { PixWebhookService } from './pix-webhook.service.js';

/** The service of each family and where a client holds it. */
export const pixServices: readonly { service: Type; key: PixFamilyKey }[] = [
  { service: PixCobService, key: 'cob' },
  { service: PixWebhookService, key: 'webhook' },
];
