import type { Bank } from './bank.js';
import { DemoPayer } from './demo-payer.js';
import type { DemoProviderAccess } from './demo-provider.js';

/** The simulated provider accepts any valid key. */
const CHAVE = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

/** The simulated provider accepts any account. */
const CONTA = { agencia: '0001', conta: '123456', tipoConta: 'CORRENTE' } as const;

/** Builds the bank of demo mode: the simulated provider, with a webhook listener that requires its client certificate. */
export function demoBank(access: DemoProviderAccess): Bank {
  const { cert, key } = access.webhookCertificate;
  return {
    pix: { ...access.pix, features: ['pix-automatico'] },
    chave: CHAVE,
    conta: CONTA,
    webhook: { listener: { host: '127.0.0.1', port: 0, cert, key, ca: access.ca } },
    demo: new DemoPayer(access),
  };
}
