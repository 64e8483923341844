import type { Body } from '../shared/body.js';
import type { EfiReenvioWebhookDto } from './efi.dto.js';

/** Body that requests redelivery of Efí's notifications. */
export type EfiReenvioWebhook = Body<EfiReenvioWebhookDto>;
