import { applyDefaults } from 'nestjs-pix/internal';
import { createEndpoints } from '../api/endpoints.js';
import { EventStream } from '../console/event-stream.js';
import { openConsole } from '../console/open-console.js';
import { SimulatorControl } from '../control/simulator-control.js';
import { ControlEndpoint } from '../control-api/control-endpoint.js';
import { controlRoutes } from '../control-api/control-routes.js';
import { buildInfo } from '../control-api/simulator-info.js';
import { payAutomatically } from '../domain/payer/auto-pay.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import { MutualTlsSender } from '../domain/webhook/webhook-sender.js';
import { Dispatcher, warn } from '../http/dispatcher.js';
import { SimulatorServer } from '../http/simulator-server.js';
import { toUrlHost, listServerNames } from '../kernel/addresses.js';
import type { PemCertificate } from '../kernel/certificates/certificate-authority.js';
import { SimulatorClock } from '../kernel/clock.js';
import { Locations } from '../payload-host/locations.js';
import { StateFolder } from '../persistence/state-folder.js';
import { checkOptions, resolveSimulatorSettings } from '../settings/resolve-settings.js';
import type { PixSimulatorOptions } from '../settings/simulator.options.js';
import type { PreliminarySettings, SimulatorSettings } from '../settings/simulator.settings.js';
import { createState } from './create-state.js';
import {
  createIdentity,
  exportIdentity,
  type Identity,
  type PersistedIdentity,
} from './identity.js';
import {
  toModuleOptions,
  toProvider,
  type SimulatorModuleOptions,
  type SimulatorProvider,
} from './profile.js';
import {
  listenSandbox,
  toSandboxModuleOptions,
  type SimulatorSandboxModuleOptions,
} from './sandbox.js';

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
  private constructor(
    /** Base address of the Pix API, without a trailing slash: `https://127.0.0.1:8443/pix/v2`. */
    readonly url: string,
    readonly tokenUrl: string,
    /** Base address of the control API. */
    readonly controlUrl: string,
    /** Base address of the payloads of charges and recurrences, which are public: `https://127.0.0.1:54321/qr/v2`. */
    readonly locationUrl: string,
    /** Provider profile with the addresses of this simulator. */
    readonly provider: SimulatorProvider,
    /** Options for `PixModule.forRoot`, including the client certificate. */
    readonly moduleOptions: SimulatorModuleOptions,
    /** Certificate of the authority that signed the simulator's certificates, as PEM text. */
    readonly ca: string,
    /** Certificate and key of the client for mutual TLS, as PEM text. */
    readonly clientCertificate: PemCertificate,
    /** Test control: payers, clock, faults and statistics. */
    readonly control: SimulatorControl,
    /** Address of the console. `undefined` unless the option `console` is set. */
    readonly consoleUrl: string | undefined,
    /** Base address of the sandbox. `undefined` unless the option `sandbox` is set. */
    readonly sandboxUrl: string | undefined,
    /** Options for `PixModule.forRoot` that connect to the sandbox. `undefined` unless the option `sandbox` is set. */
    readonly sandboxModuleOptions: SimulatorSandboxModuleOptions | undefined,
    private readonly end: () => Promise<void>,
  ) {}

  /** Returns the value for `JSON.stringify`: addresses and client id, without credentials. */
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
    const folder = options.stateDir === undefined ? undefined : StateFolder.open(options.stateDir);
    const closers: (() => void | Promise<void>)[] = [() => folder?.close()];
    const close = async (): Promise<void> => {
      for (const end of closers.splice(0).reverse()) await end();
    };
    try {
      return await PixSimulator.#open(resolveSimulatorSettings(withPersisted(options, folder)), {
        folder,
        closers,
        close,
      });
    } catch (error) {
      await close();
      throw error;
    }
  }

  static async #open(
    settings: PreliminarySettings,
    { folder, closers, close }: StartContext,
  ): Promise<PixSimulator> {
    const { clientId, clientSecret, quirks } = settings;
    const names = listServerNames(settings);
    const persisted = folder?.identity as PersistedIdentity | undefined;
    const identity = await createIdentity({ names, clientId }, persisted);
    const { authority } = identity;
    const ca = authority.certificate;
    const locations = await Locations.listen(authority, settings);
    closers.push(() => locations.close());
    const state = createSimulatorState({ ...settings, locationBase: locations.base }, identity);
    closers.push(() => {
      state.deliveries.close();
      state.clock.clear();
    });
    const control = new SimulatorControl(state, authority);
    payAutomatically(quirks, state, (txid) => control.pay(txid));
    folder?.persist(state, await exportIdentity(identity, clientSecret, locations.port));
    await locations.serve(state, authority, warn);
    const addresses = { url: '', tokenUrl: '' };
    const events = new EventStream(state);
    const info = () => buildInfo(state, addresses);
    const openEvents = () => events.open();
    const controlApi = new ControlEndpoint(controlRoutes(control, state, info, openEvents));
    const server = await SimulatorServer.listen({
      host: settings.host,
      port: settings.port,
      certificate: identity.server,
      ca,
      stats: state.stats,
      handle: createDispatcher(state, controlApi).handle,
    });
    closers.push(() => server.close());
    const origin = `https://${toUrlHost(settings.host)}:${server.port}`;
    const provider = toProvider(origin, settings);
    const url = provider.production.baseUrl;
    Object.assign(addresses, { url, tokenUrl: provider.production.tokenUrl });
    const page = await openConsole(settings, controlApi);
    closers.push(() => page?.close());
    const sandbox = await listenSandbox(state, identity.server);
    closers.push(() => sandbox?.server.close());
    const moduleOptions = toModuleOptions(provider, settings, identity.client, ca);
    return new PixSimulator(
      url,
      provider.production.tokenUrl,
      origin + CONTROL_PATH,
      locations.url,
      provider,
      moduleOptions,
      ca,
      identity.client,
      control,
      page?.url,
      sandbox?.provider.production.baseUrl,
      sandbox && toSandboxModuleOptions(sandbox, moduleOptions),
      close,
    );
  }

  /** Stops listening, closes every connection and cancels pending deliveries. */
  close(): Promise<void> {
    return this.end();
  }
}

/** Base path of the control API. Its requests are not logged. */
const CONTROL_PATH = '/simulator';

/** Resources that a start has opened. `close` closes them in reverse order. */
interface StartContext {
  readonly folder: StateFolder | undefined;
  readonly closers: (() => void | Promise<void>)[];
  readonly close: () => Promise<void>;
}

/** Returns the options. Options that are not set get the values of an earlier start in the same folder. */
function withPersisted(
  options: PixSimulatorOptions,
  folder: StateFolder | undefined,
): PixSimulatorOptions {
  if (folder?.identity === undefined) return options;
  const { clientSecret, locationPort } = folder.identity as PersistedIdentity;
  return { ...options, ...applyDefaults(options, { clientSecret, locationPort }) };
}

function createDispatcher(state: SimulatorState, controlApi: ControlEndpoint): Dispatcher {
  // First, because a provider may have operations below the path of the host.
  const endpoints = [[CONTROL_PATH, controlApi] as const, ...createEndpoints(state)];
  return new Dispatcher(endpoints, warn, (request, reply, body) => {
    const isControl = request.url?.startsWith(`${CONTROL_PATH}/`) === true;
    if (!isControl) state.requests.add(request, reply, body);
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
