import type { Bank } from './bank.js';
import { DemoPayer } from './demo-payer.js';
import type { DemoProviderAccess } from './demo-provider.js';

/** Any key of the right form receives at the simulated provider. */
const CHAVE = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

/** The simulated provider as the shop's bank, with a webhook listener that only it can call. */
export function demoBank(access: DemoProviderAccess): Bank {
  const { cert, key } = access.webhookCertificate;
  return {
    pix: access.pix,
    chave: CHAVE,
    webhook: { listener: { host: '127.0.0.1', port: 0, cert, key, ca: access.ca } },
    demo: new DemoPayer(access),
  };
}
