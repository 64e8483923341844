export * from './pix-client.js';
export type * from './pix-close.options.js';
export type { PixPagBankPaymentOptions } from './pix-pagbank.service.js';
