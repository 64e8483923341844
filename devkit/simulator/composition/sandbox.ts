import type { PixFamilyAddresses, PixProvider } from 'nestjs-pix';
import { createSandboxEndpoints } from '../api/endpoints.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import { Dispatcher, warn } from '../http/dispatcher.js';
import { SimulatorServer } from '../http/simulator-server.js';
import { toUrlHost } from '../kernel/addresses.js';
import type { PemCertificate } from '../kernel/certificates/certificate-authority.js';
import { toProvider, type SimulatorModuleOptions, type SimulatorProvider } from './profile.js';

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
export interface Sandbox {
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
