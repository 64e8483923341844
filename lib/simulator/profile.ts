import type { PemCertificate } from './certificates/certificate-authority.js';
import { PIX_SCOPES } from './oauth/pix-scopes.js';
import type { QuirkyClient, SimulatorQuirks } from './quirks/quirks.js';
import type { SimulatorSettings } from './simulator.settings.js';

/** The simulator as a provider profile: what `definePixProvider` takes and `PixModule`'s `provider` accepts. */
export interface SimulatorProvider extends QuirkyClient {
  name: string;
  code: string;
  production: { baseUrl: string; tokenUrl: string };
  sandbox: { baseUrl: string; tokenUrl: string; mode: 'oauth' };
  scopes: string[];
  mutualTls: boolean;
  versions?: NonNullable<SimulatorQuirks['versions']>;
  query?: NonNullable<SimulatorQuirks['query']>;
  /** Operations that it does not offer, each with what to do instead. */
  unsupported?: Record<string, string>;
  accountHeader?: string;
  maxItensPorPagina?: number;
  maxPeriod?: Readonly<Record<string, number>>;
  emptyIsNotFound?: readonly string[];
  wholeSeconds?: readonly string[];
  phoneKeyWithoutPlus?: boolean;
  answerAliases?: Readonly<Record<string, string>>;
}

/** Options for `PixModule.forRoot` that lead to the simulator. */
export interface SimulatorModuleOptions {
  provider: SimulatorProvider;
  clientId: string;
  clientSecret?: string;
  certificate: PemCertificate;
  ca: string;
  /** Lets `PixPayloadService` follow the simulator's locations, which lead to this machine. */
  payload: { ca: string; allowPrivateAddresses: true; allowAnyPort: true };
  /** Present where the provider simulated wants one. */
  appKey?: string;
}

export function providerOf(
  url: string,
  tokenUrl: string,
  quirks: SimulatorQuirks,
): SimulatorProvider {
  const addresses = { baseUrl: url, tokenUrl };
  return {
    name: quirks.name ?? 'simulator',
    code: '000',
    production: addresses,
    sandbox: { ...addresses, mode: 'oauth' },
    scopes: [...PIX_SCOPES],
    mutualTls: true,
    ...variantsOf(quirks),
    ...quirks.client,
  };
}

/** Quirks that a client has to know of, under the names of its profiles. */
function variantsOf(quirks: SimulatorQuirks): Partial<SimulatorProvider> {
  const { versions, query, missing, answerNames } = quirks;
  const { accountHeader, maxItensPorPagina, maxPeriod } = quirks;
  const { emptyIsNotFound, wholeSeconds, phoneKeyWithoutPlus } = quirks;
  return {
    ...(versions && { versions }),
    ...(query && { query }),
    ...(missing && {
      unsupported: Object.fromEntries(
        missing.map((name) => [name, 'the provider simulated does not offer it']),
      ),
    }),
    ...(answerNames && { answerAliases: answerNames }),
    ...(accountHeader !== undefined && { accountHeader }),
    ...(maxItensPorPagina !== undefined && { maxItensPorPagina }),
    ...(maxPeriod && { maxPeriod }),
    ...(emptyIsNotFound && { emptyIsNotFound }),
    ...(wholeSeconds && { wholeSeconds }),
    ...(phoneKeyWithoutPlus !== undefined && { phoneKeyWithoutPlus }),
  };
}

export function moduleOptionsOf(
  provider: SimulatorProvider,
  {
    clientId,
    clientSecret,
    quirks,
  }: Pick<SimulatorSettings, 'clientId' | 'clientSecret' | 'quirks'>,
  certificate: PemCertificate,
  ca: string,
): SimulatorModuleOptions {
  return {
    provider,
    clientId,
    ...(clientSecret !== null && { clientSecret }),
    certificate,
    ca,
    payload: { ca, allowPrivateAddresses: true, allowAnyPort: true },
    ...(quirks.client?.appKeyQuery !== undefined && { appKey: 'simulator' }),
  };
}
