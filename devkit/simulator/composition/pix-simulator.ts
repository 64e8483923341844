import { applyDefaults } from 'nestjs-pix/internal';
import { createEndpoints } from '../api/endpoints.js';
import { planRecords } from '../api/handlers/handlers.js';
import { openConsole } from '../console/console-server.js';
import { createToken } from '../console/console-token.js';
import { EventStream } from '../console/event-stream.js';
import { SimulatorControl } from '../control/control.js';
import { ControlEndpoint, controlRoutes } from '../control-api/control-endpoint.js';
import { buildInfo } from '../control-api/system.routes.js';
import { MutualTlsSender } from '../domain/deliveries.js';
import { payAutomatically } from '../domain/payer/pay.js';
import { SimulatorState } from '../domain/state.js';
import { Dispatcher, type Endpoint, warn } from '../http/dispatcher.js';
import { SimulatorServer } from '../http/server.js';
import { toUrlHost } from '../kernel/addresses.js';
import type { PemCertificate } from '../kernel/certificates.js';
import { SimulatorClock } from '../kernel/clock.js';
import { Locations } from '../payload-host/locations.js';
import { StateFolder } from '../persistence/state-folder.js';
import { PersistedState, StateWriter } from '../persistence/state-writer.js';
import { listOpenPaths } from '../profiles/profile.js';
import type {
  PixSimulatorOptions,
  PreliminarySettings,
  SimulatorIdentity,
  SimulatorSettings,
} from '../settings/options.js';
import { checkOptions, resolveSimulatorSettings } from '../settings/resolve-settings.js';
import { createIdentity, exportIdentity, type Identity } from './identity.js';
import {
  listenSandbox,
  toModuleOptions,
  toProvider,
  toSandboxModuleOptions,
  type SimulatorModuleOptions,
  type SimulatorProvider,
  type SimulatorSandboxModuleOptions,
} from './profile.js';

/**
 * A running simulated provider.
 *
 * @example
 * const simulator = await PixSimulator.start();
 * PixModule.forRoot(simulator.moduleOptions);
 * await simulator.control.pay(txid);
 * await simulator.close();
 */
export class PixSimulator {
  /** Base address of the Pix API, without a trailing slash: `https://127.0.0.1:8443/pix/v2`. */
  declare readonly url: string;
  declare readonly tokenUrl: string;
  /** Base address of the control API. If the host is not a loopback address, it ends with a random token. */
  declare readonly controlUrl: string;
  /** Base address of the payloads of charges and recurrences, which are public: `https://127.0.0.1:54321/qr/v2`. */
  declare readonly locationUrl: string;
  /** Provider profile with the addresses of this simulator. */
  declare readonly provider: SimulatorProvider;
  /** Options for `PixModule.forRoot`, including the client certificate. */
  declare readonly moduleOptions: SimulatorModuleOptions;
  /** Certificate of the authority that signed the simulator's certificates, as PEM text. */
  declare readonly ca: string;
  /** Certificate and key of the client for mutual TLS, as PEM text. */
  declare readonly clientCertificate: PemCertificate;
  /** Certificates and credentials, for the option `identity` of a later start. Contains private keys. */
  declare readonly identity: SimulatorIdentity;
  /** Test control: payers, clock, faults and statistics. */
  declare readonly control: SimulatorControl;
  /**
   * Address of the console, with a query `token` if its host is not a loopback address. `undefined` unless the option
   * `console` is set.
   */
  declare readonly consoleUrl: string | undefined;
  /** Base address of the sandbox. `undefined` unless the option `sandbox` is set. */
  declare readonly sandboxUrl: string | undefined;
  /** Options for `PixModule.forRoot` that connect to the sandbox. `undefined` unless the option `sandbox` is set. */
  declare readonly sandboxModuleOptions: SimulatorSandboxModuleOptions | undefined;
  readonly #end: () => Promise<void>;

  private constructor(started: StartedSimulator) {
    const { end, ...shown } = started;
    this.#end = end;
    Object.assign(this, shown);
  }

  /** Returns the value for `JSON.stringify`: addresses and client id. The only credentials are the tokens in addresses, if any. */
  toJSON(): object {
    const { url, tokenUrl, controlUrl, locationUrl, consoleUrl, sandboxUrl, moduleOptions } = this;
    const { clientId } = moduleOptions;
    return { url, tokenUrl, controlUrl, locationUrl, consoleUrl, sandboxUrl, clientId };
  }

  /** Returns the text for `console.log` and `util.inspect`: only the address. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `PixSimulator { url: ${this.url} }`;
  }

  /**
   * Creates the certificates and starts to listen.
   *
   * @throws ConfigurationError if an option is not valid, or the state folder is damaged or in use
   * @throws Error Node's error, such as `EADDRINUSE`, if it cannot listen
   */
  static async start(options: PixSimulatorOptions = {}): Promise<PixSimulator> {
    checkOptions(options);
    const folder =
      options.stateDir === undefined ? undefined : await StateFolder.open(options.stateDir);
    const closers: (() => void | Promise<void>)[] = [() => folder?.close()];
    const close = async (): Promise<void> => {
      for (const end of closers.splice(0).reverse()) await end();
    };
    try {
      const persisted = folder && new PersistedState(folder);
      const identity = (persisted?.identity as SimulatorIdentity | undefined) ?? options.identity;
      const settings = resolveSimulatorSettings(withPersisted(options, identity));
      return await PixSimulator.#open(settings, { folder, persisted, identity, closers, close });
    } catch (error) {
      await close();
      throw error;
    }
  }

  static async #open(
    settings: PreliminarySettings,
    { folder, persisted, identity: earlier, closers, close }: StartContext,
  ): Promise<PixSimulator> {
    const identity = await createIdentity(settings, earlier);
    const { authority } = identity;
    const ca = authority.certificate;
    const locations = await Locations.listen(authority, settings);
    closers.push(() => locations.close());
    const state = createSimulatorState({ ...settings, locationBase: locations.base }, identity);
    closers.push(() => state.close());
    const control = new SimulatorControl(state, authority);
    payAutomatically(settings.quirks, state, (txid) => control.pay(txid));
    const exported = await exportIdentity(identity, settings.clientSecret, locations.port);
    const writer = folder && new StateWriter(state, folder, exported, persisted);
    closers.push(() => writer?.close());
    await locations.serve(state, authority, warn);
    const addresses = { url: '', tokenUrl: '' };
    const events = new EventStream(state);
    const info = () => buildInfo(state, addresses);
    const controlPath = [CONTROL_PATH, createToken(settings.host) ?? []].flat().join('/');
    const routes = controlRoutes(control, state, info, () => events.open());
    const controlApi = new ControlEndpoint(routes);
    const server = await SimulatorServer.listen({
      host: settings.host,
      port: settings.port,
      certificate: identity.server,
      ca,
      openPaths: listOpenPaths(settings.quirks),
      stats: state.stats,
      handle: createDispatcher(state, [controlPath, controlApi]).handle,
    });
    closers.push(() => server.close());
    const origin = `https://${toUrlHost(settings.host)}:${server.port}`;
    const provider = toProvider(origin, settings);
    const { baseUrl: url, tokenUrl } = provider.production;
    Object.assign(addresses, { url, tokenUrl });
    const page = await openConsole(settings, controlApi);
    closers.push(() => page?.close());
    const sandbox = await listenSandbox(state, identity.server);
    closers.push(() => sandbox?.server.close());
    const moduleOptions = toModuleOptions(provider, settings, identity.client, ca);
    return new PixSimulator({
      ...addresses,
      controlUrl: origin + controlPath,
      locationUrl: locations.url,
      provider,
      moduleOptions,
      ca,
      clientCertificate: identity.client,
      identity: exported,
      control,
      consoleUrl: page?.url,
      sandboxUrl: sandbox?.provider.production.baseUrl,
      sandboxModuleOptions: sandbox && toSandboxModuleOptions(sandbox, moduleOptions),
      end: close,
    });
  }

  /** Stops listening, closes every connection and cancels pending deliveries. */
  close(): Promise<void> {
    return this.#end();
  }
}

/** What the fields of a simulator get. */
type StartedSimulator = Omit<PixSimulator, 'close' | 'toJSON'> & {
  readonly end: () => Promise<void>;
};

/** Base path of the control API. Its requests are not logged. */
const CONTROL_PATH = '/simulator';

/** Resources that a start has opened. `close` closes them in reverse order. */
interface StartContext {
  readonly folder: StateFolder | undefined;
  readonly persisted: PersistedState | undefined;
  /** Certificates and credentials of an earlier start. */
  readonly identity: SimulatorIdentity | undefined;
  readonly closers: (() => void | Promise<void>)[];
  readonly close: () => Promise<void>;
}

/** Returns the options. Options that are not set get the values of an earlier start. */
function withPersisted(
  options: PixSimulatorOptions,
  persisted: SimulatorIdentity | undefined,
): PixSimulatorOptions {
  if (persisted === undefined) return options;
  const { clientSecret, locationPort } = persisted;
  const secret = clientSecret === undefined ? {} : applyDefaults(options, { clientSecret });
  return { ...options, ...applyDefaults(options, { locationPort }), ...secret };
}

function createDispatcher(state: SimulatorState, control: readonly [string, Endpoint]): Dispatcher {
  // First, because a provider may have operations below the path of the host.
  const endpoints = [control, ...createEndpoints(state)];
  return new Dispatcher(endpoints, warn, (request) => {
    const isControl = request.url?.startsWith(`${CONTROL_PATH}/`) === true;
    return isControl ? undefined : state.requests.begin(request);
  });
}

function createSimulatorState(
  settings: SimulatorSettings,
  { authority, webhook }: Identity,
): SimulatorState {
  const { timeout, ca } = settings.webhook;
  const trusted = [authority.certificate, ...ca];
  const sender = new MutualTlsSender({ certificate: webhook, ca: trusted, timeout });
  return createState(settings, new SimulatorClock(), sender);
}

/** Creates an empty state. When a record changes, its next step is planned. */
export function createState(...args: ConstructorParameters<typeof SimulatorState>): SimulatorState {
  const state = new SimulatorState(...args);
  planRecords(state);
  return state;
}
