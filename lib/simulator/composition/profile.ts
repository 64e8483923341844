import type { PemCertificate } from '../kernel/certificates/certificate-authority.js';
import { pixScopes } from '../../providers/index.js';
import type { PixProvider, PixProviderAddresses } from '../../providers/index.js';
import type { SimulatorQuirks } from '../profiles/quirks.js';
import type { SimulatorSettings } from '../settings/simulator.settings.js';

/** The simulator as a provider profile: what `PixModule`'s `provider` accepts. */
export interface SimulatorProvider extends PixProvider {
  readonly sandbox: PixProviderAddresses & { readonly mode: 'oauth' };
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

export function toProvider(
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
    scopes: pixScopes,
    mutualTls: true,
    ...toClientFields(quirks),
    ...quirks.client,
  };
}

/** The quirks that a client has to know, as fields of its profile. */
function toClientFields(quirks: SimulatorQuirks): Partial<Omit<PixProvider, 'sandbox'>> {
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

export function toModuleOptions(
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
