import type { Type } from '@nestjs/common';
import { PixBbService } from './pix-bb.service.js';
import type { PixFamilyKey } from './pix-client.js';
import { PixCobService } from './pix-cob.service.js';
import { PixCobRService } from './pix-cobr.service.js';
import { PixCobVService } from './pix-cobv.service.js';
import { PixInterService } from './pix-inter.service.js';
import { PixLocService } from './pix-loc.service.js';
import { PixLocRecService } from './pix-locrec.service.js';
import { PixLoteCobVService } from './pix-lote-cobv.service.js';
import { PixRecService } from './pix-rec.service.js';
import { PixRecebidosService } from './pix-recebidos.service.js';
import { PixSolicRecService } from './pix-solicrec.service.js';
import { PixWebhookService } from './pix-webhook.service.js';
import { PixWebhookCobRService } from './pix-webhookcobr.service.js';
import { PixWebhookRecService } from './pix-webhookrec.service.js';

/** The service of each family and its property in a client. */
export const pixServices: readonly { service: Type; key: PixFamilyKey }[] = [
  { service: PixCobService, key: 'cob' },
  { service: PixCobVService, key: 'cobV' },
  { service: PixLoteCobVService, key: 'loteCobV' },
  { service: PixLocService, key: 'loc' },
  { service: PixRecebidosService, key: 'recebidos' },
  { service: PixWebhookService, key: 'webhook' },
  { service: PixRecService, key: 'rec' },
  { service: PixSolicRecService, key: 'solicRec' },
  { service: PixCobRService, key: 'cobR' },
  { service: PixLocRecService, key: 'locRec' },
  { service: PixWebhookCobRService, key: 'webhookCobR' },
  { service: PixWebhookRecService, key: 'webhookRec' },
  { service: PixInterService, key: 'inter' },
  { service: PixBbService, key: 'bb' },
];
