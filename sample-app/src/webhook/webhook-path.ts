/** Path of the registered address. The bank appends `/pix`. */
export const WEBHOOK_PATH = '/webhooks/pix';
