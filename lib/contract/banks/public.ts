import { decorateClasses } from '../validation/class-validator.js';

// The operations, bodies and responses of single banks.
export * from './bb.js';
export * from './bradesco.js';
export {
  efiOperations,
  EfiReenvioWebhookDto,
  type EfiQrCode,
  type EfiReenvioWebhook,
} from './efi.js';
export * from './inter.js';
export * from './itau.js';
export * from './pagbank.js';

decorateClasses();
