export { efiOperations } from './efi.operations.js';
export { EfiReenvioWebhookDto } from './efi.dto.js';
export type { EfiQrCode } from './efi.types.js';
export type { EfiReenvioWebhook } from './efi-bodies.types.js';
