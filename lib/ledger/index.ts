export * from './public.js';
export { PIX_LEDGERS } from './pix-ledger.js';
