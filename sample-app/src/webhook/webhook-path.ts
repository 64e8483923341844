/** Path of the address registered at the bank, which appends `/pix` by itself. */
export const WEBHOOK_PATH = '/webhooks/pix';
