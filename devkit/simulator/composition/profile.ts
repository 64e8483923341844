import {
  ordinaryPixScopes,
  type PixFamilyAddresses,
  type PixProvider,
  type PixProviderAddresses,
} from 'nestjs-pix';
import { findFeature } from 'nestjs-pix/spec';
import { createSandboxEndpoints } from '../api/endpoints.js';
import type { SimulatorState } from '../domain/state.js';
import type { HostileBehavior } from '../hostile/hostile-bank.js';
import { Dispatcher, warn } from '../http/dispatcher.js';
import { SimulatorServer } from '../http/server.js';
import { toUrlHost } from '../kernel/addresses.js';
import type { PemCertificate } from '../kernel/certificates.js';
import {
  listBasePaths,
  listOperationUrls,
  listOwnScopes,
  listTokenPaths,
  toPath,
  type SimulatedProfile,
} from '../profiles/profile.js';
import type { SimulatorSettings } from '../settings/options.js';

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
  const at = (path = ''): string => origin + path;
  const [base, token] = [listBasePaths(quirks)[0], listTokenPaths(quirks)[0]];
  const families = quirks.production?.families;
  const operations = Object.entries(listOperationUrls(quirks));
  const addresses: PixProviderAddresses = {
    baseUrl: at(base?.path),
    tokenUrl: at(token?.path),
    ...(families && { families: toFamilyAddresses(families, at) }),
    ...(operations.length > 0 && {
      operations: Object.fromEntries(operations.map(([name, url]) => [name, at(toPath(url))])),
    }),
  };
  return {
    name: 'simulator',
    code: '000',
    production: addresses,
    sandbox: { ...addresses, mode: 'oauth' },
    mutualTls: true,
    // Reads come from the same memory as writes, unless replicas of a hostile bank answer them.
    readLag: hostile.some((habit) => toKind(habit) === 'lagging-reads') ? LONGEST_READ_LAG : 0,
    ...(pickClientFields(quirks) as Omit<SimulatedProfile, 'sandbox'>),
    scopes: [
      ...(quirks.scopes ?? ordinaryPixScopes),
      ...listOwnScopes(quirks, (operation) => findFeature(operation) === undefined),
    ],
  };
}

function toFamilyAddresses(
  families: PixFamilyAddresses,
  at: (path: string) => string,
): PixFamilyAddresses {
  const addresses = Object.entries(families).map(([family, { baseUrl, tokenUrl }]) => [
    family,
    {
      baseUrl: at(toPath(baseUrl)),
      ...(tokenUrl !== undefined && { tokenUrl: at(toPath(tokenUrl)) }),
    },
  ]);
  return Object.fromEntries(addresses) as PixFamilyAddresses;
}

/** The fields of a profile that a client needs of the simulated provider. It is not limited as the provider is. */
const CLIENT_FIELDS = [
  'name',
  'versions',
  'query',
  'accountHeader',
  'emptyIsNotFound',
  'maxItensPorPagina',
  'maxPeriod',
  'wholeSeconds',
  'phoneKeyWithoutPlus',
  'unsupported',
  'answerAliases',
  'clientAuth',
  'token',
  'appKeyQuery',
  'correlationHeader',
  'features',
] as const satisfies readonly (keyof PixProvider)[];

function pickClientFields(profile: SimulatedProfile): SimulatedProfile {
  const named = CLIENT_FIELDS.filter((name) => profile[name] !== undefined);
  const testCall = profile.server?.webhook?.testCall;
  return {
    ...Object.fromEntries(named.map((name) => [name, profile[name]])),
    ...(testCall && { server: { webhook: { testCall } } }),
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
    ...(quirks.appKeyQuery !== undefined && { appKey: 'simulator' }),
  };
}

/** Options for `PixModule.forRoot` that connect a client to the sandbox of a simulator. */
export interface SimulatorSandboxModuleOptions extends Pick<
  SimulatorModuleOptions,
  'clientId' | 'ca' | 'features' | 'payload' | 'appKey'
> {
  provider: PixProvider;
  environment: 'sandbox';
  sandboxToken: string;
}

/** The listener of a sandbox with a fixed token: the API of a simulator, without client certificates. */
interface Sandbox {
  readonly server: SimulatorServer;
  /** Profile with the addresses of the sandbox. */
  readonly provider: SimulatorProvider;
  readonly token: string;
}

/** Starts the sandbox that the settings describe. Resolves to `undefined` if there is none. */
export async function listenSandbox(
  state: SimulatorState,
  certificate: PemCertificate,
): Promise<Sandbox | undefined> {
  const { sandbox, host } = state.settings;
  if (sandbox === undefined) return undefined;
  const { token, port } = sandbox;
  const dispatcher = new Dispatcher(createSandboxEndpoints(state, token), warn);
  const server = await SimulatorServer.listen({
    host,
    port,
    certificate,
    stats: state.stats,
    handle: dispatcher.handle,
  });
  const provider = toProvider(`https://${toUrlHost(host)}:${server.port}`, state.settings);
  return { server, provider, token };
}

/** Builds the options for `PixModule.forRoot`. */
export function toSandboxModuleOptions(
  { provider, token }: Sandbox,
  { clientId, ca, features, payload, appKey }: SimulatorModuleOptions,
): SimulatorSandboxModuleOptions {
  const { baseUrl, families, operations } = provider.sandbox;
  return {
    provider: {
      ...provider,
      sandbox: {
        baseUrl,
        mode: 'fixed-token',
        ...(families && { families: withoutTokenUrls(families) }),
        ...(operations && { operations }),
      },
    },
    environment: 'sandbox',
    sandboxToken: token,
    clientId,
    ca,
    features,
    payload,
    ...(appKey !== undefined && { appKey }),
  };
}

function withoutTokenUrls(families: PixFamilyAddresses): PixFamilyAddresses {
  const addresses = Object.entries(families).map(([family, { baseUrl }]) => [family, { baseUrl }]);
  return Object.fromEntries(addresses) as PixFamilyAddresses;
}
