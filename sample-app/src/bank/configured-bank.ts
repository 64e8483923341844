import type { BankSettings } from '../settings/settings.js';
import type { Bank } from './bank.js';

/** Builds the bank of the configuration. */
export function configuredBank({ pix, chave, webhook, conta }: BankSettings): Bank {
  return {
    pix,
    chave,
    webhook: { ...webhook, url: withSecret(webhook.url, webhook.secret) },
    ...(conta && { conta }),
  };
}

/** Adds the secret to the address, as `hmac`. Banks repeat the query of the registered address. */
function withSecret(address: string, secret: string | undefined): string {
  if (secret === undefined) return address;
  const url = new URL(address);
  url.searchParams.set('hmac', secret);
  return url.href;
}
