import {
  ordinaryPixScopes,
  type PixFamilyAddresses,
  type PixOperationAddresses,
  type PixProvider,
  type PixProviderAddresses,
} from 'nestjs-pix';
import { findFeature } from 'nestjs-pix/spec';
import type { HostileBehavior } from '../hostile/hostile-kinds.js';
import type { PemCertificate } from '../kernel/certificates/certificate-authority.js';
import { pickDefined } from '../profiles/defined.js';
import { listOwnScopes, resolveBasePath, resolveTokenPath, toBasePath } from '../profiles/paths.js';
import { providerFacts } from '../profiles/provider-facts.js';
import type { SimulatorQuirks } from '../profiles/quirks.js';
import type { SimulatorSettings } from '../settings/simulator.settings.js';

/** Seconds, longer than the replicas of a hostile bank are late. */
const LONGEST_READ_LAG = 5;

const toKind = (habit: HostileBehavior) => (typeof habit === 'string' ? habit : habit.kind);

/** The provider profile of a simulator, for the `provider` option of `PixModule`. */
export interface SimulatorProvider extends PixProvider {
  readonly sandbox: PixProviderAddresses & { readonly mode: 'oauth' };
}

/** Options for `PixModule.forRoot` that connect a client to a simulator. */
export interface SimulatorModuleOptions {
  provider: SimulatorProvider;
  clientId: string;
  clientSecret?: string;
  certificate: PemCertificate;
  ca: string;
  /** The client of a simulator is granted every feature, unless the option `scopes` restricts it. */
  features: 'all';
  /** Allows `PixPayloadService` to read the simulator's locations, which are on this machine. */
  payload: { ca: string; allowPrivateAddresses: true; allowAnyPort: true };
  /** Present if the simulated provider requires an application key. */
  appKey?: string;
}

/**
 * Builds the provider profile of a simulator.
 *
 * @param origin scheme, host and port of the simulator
 */
export function toProvider(
  origin: string,
  { quirks, hostile }: Pick<SimulatorSettings, 'quirks' | 'hostile'>,
): SimulatorProvider {
  const addresses = {
    baseUrl: origin + resolveBasePath(quirks),
    tokenUrl: origin + resolveTokenPath(quirks),
    ...(quirks.families && { families: toFamilyAddresses(origin, quirks.families) }),
    ...(quirks.operations && { operations: toOperationAddresses(origin, quirks.operations) }),
  };
  return {
    name: 'simulator',
    code: '000',
    production: addresses,
    sandbox: { ...addresses, mode: 'oauth' },
    mutualTls: true,
    // Reads come from the same memory as writes, unless replicas of a hostile bank answer them.
    readLag: hostile.some((habit) => toKind(habit) === 'lagging-reads') ? LONGEST_READ_LAG : 0,
    ...toClientFields(quirks),
    scopes: [
      ...(quirks.client?.scopes ?? ordinaryPixScopes),
      ...listOwnScopes(quirks, (operation) => findFeature(operation) === undefined),
    ],
  };
}

function toFamilyAddresses(
  origin: string,
  families: NonNullable<SimulatorQuirks['families']>,
): PixFamilyAddresses {
  const addresses = Object.entries(families).map(([family, { basePath, tokenPath }]) => [
    family,
    {
      baseUrl: origin + basePath,
      ...(tokenPath !== undefined && { tokenUrl: origin + tokenPath }),
    },
  ]);
  return Object.fromEntries(addresses) as PixFamilyAddresses;
}

function toOperationAddresses(
  origin: string,
  operations: NonNullable<SimulatorQuirks['operations']>,
): PixOperationAddresses {
  const addresses = Object.entries(operations).map(([name, path]) => [
    name,
    origin + toBasePath(path),
  ]);
  return Object.fromEntries(addresses) as PixOperationAddresses;
}

/** Converts the quirks that a client must know to fields of its profile. */
function toClientFields(quirks: SimulatorQuirks): Partial<Omit<PixProvider, 'sandbox'>> {
  const { missing, answerNames } = quirks;
  return {
    ...pickDefined(quirks, providerFacts),
    ...(missing && {
      unsupported: Object.fromEntries(
        missing.map((name) => [name, 'the simulated provider does not offer it']),
      ),
    }),
    ...(answerNames && { answerAliases: answerNames }),
    ...quirks.client,
  };
}

/** Builds the options for `PixModule.forRoot`. */
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
    features: 'all',
    payload: { ca, allowPrivateAddresses: true, allowAnyPort: true },
    ...(quirks.client?.appKeyQuery !== undefined && { appKey: 'simulator' }),
  };
}
