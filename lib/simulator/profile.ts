import type { PemCertificate } from './certificates/certificate-authority.js';
import { PIX_SCOPES } from './oauth/pix-scopes.js';
import type { SimulatorSettings } from './simulator.settings.js';

/** The simulator as a provider profile: what `definePixProvider` takes and `PixModule`'s `provider` accepts. */
export interface SimulatorProvider {
  name: string;
  code: string;
  production: { baseUrl: string; tokenUrl: string };
  sandbox: { baseUrl: string; tokenUrl: string; mode: 'oauth' };
  scopes: string[];
  mutualTls: boolean;
}

/** Options for `PixModule.forRoot` that lead to the simulator. */
export interface SimulatorModuleOptions {
  provider: SimulatorProvider;
  clientId: string;
  clientSecret?: string;
  certificate: PemCertificate;
  ca: string;
}

export function providerOf(url: string, tokenUrl: string): SimulatorProvider {
  const addresses = { baseUrl: url, tokenUrl };
  return {
    name: 'simulator',
    code: '000',
    production: addresses,
    sandbox: { ...addresses, mode: 'oauth' },
    scopes: [...PIX_SCOPES],
    mutualTls: true,
  };
}

export function moduleOptionsOf(
  provider: SimulatorProvider,
  { clientId, clientSecret }: SimulatorSettings,
  certificate: PemCertificate,
  ca: string,
): SimulatorModuleOptions {
  return {
    provider,
    clientId,
    ...(clientSecret !== null && { clientSecret }),
    certificate,
    ca,
  };
}
