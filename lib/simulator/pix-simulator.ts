import { hostInUrl, namesOf } from './addresses.js';
import { CertificateAuthority } from './certificates/certificate-authority.js';
import type { PemCertificate } from './certificates/certificate-authority.js';
import { SimulatorClock } from './clock.js';
import { openConsole } from './console/open-console.js';
import { ControlEndpoint } from './control/control-endpoint.js';
import { controlRoutes } from './control/http/control-routes.js';
import { SimulatorControl } from './control/simulator-control.js';
import { infoOf } from './control/simulator-info.js';
import { newApi, newTokenEndpoint } from './endpoints.js';
import { Dispatcher, warn } from './http/dispatcher.js';
import { SimulatorServer } from './http/simulator-server.js';
import { basePathOf, tokenPathOf } from './quirks/addresses.js';
import { payByItself } from './quirks/auto-pay.js';
import { Locations } from './payload/locations.js';
import { moduleOptionsOf, providerOf } from './profile.js';
import type { SimulatorModuleOptions, SimulatorProvider } from './profile.js';
import { SimulatorState } from './simulator-state.js';
import type { PixSimulatorOptions } from './simulator.options.js';
import { resolveSettings } from './simulator.settings.js';
import type { SimulatorSettings } from './simulator.settings.js';
import { WebhookSender } from './webhook/webhook-sender.js';

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
    /** Where payloads of charges and recurrences lie, open to anyone: `https://127.0.0.1:54321/qr/v2`. */
    readonly locationUrl: string,
    /** A provider profile that points here. */
    readonly provider: SimulatorProvider,
    /** Options for `PixModule.forRoot`, client certificate included. */
    readonly moduleOptions: SimulatorModuleOptions,
    /** The authority that signed the simulator's certificates, as PEM text. */
    readonly ca: string,
    /** The client's certificate for mutual TLS, as PEM text. */
    readonly clientCertificate: PemCertificate,
    readonly control: SimulatorControl,
    /** Address of the console for a browser; `undefined` unless the options ask for one. */
    readonly consoleUrl: string | undefined,
    private readonly end: () => Promise<void>,
  ) {}

  /**
   * Makes the certificates and listens.
   *
   * @throws ConfigurationError when an option is not valid
   * @throws Error Node's own, such as `EADDRINUSE`, when it cannot listen
   */
  static async start(options: PixSimulatorOptions = {}): Promise<PixSimulator> {
    const settings = resolveSettings(options);
    const authority = await CertificateAuthority.create();
    const [serverCertificate, clientCertificate, webhookCertificate] = await Promise.all([
      authority.issueServer({ names: namesOf(settings) }),
      authority.issueClient({ commonName: settings.clientId }),
      authority.issueClient({ commonName: 'nestjs-pix simulator webhook' }),
    ]);
    const locations = await Locations.listen(authority, settings);
    const state = newState(
      { ...settings, locationBase: locations.base },
      webhookCertificate,
      authority.certificate,
    );
    await locations.serve(state, authority, warn);
    const control = new SimulatorControl(state, authority);
    payByItself(settings.quirks, state, (txid) => control.pay(txid));
    const addresses = { url: '', tokenUrl: '' };
    const controlApi = new ControlEndpoint(
      controlRoutes(control, state, () => infoOf(state, addresses)),
    );
    const server = await SimulatorServer.listen({
      host: settings.host,
      port: settings.port,
      certificate: serverCertificate,
      ca: authority.certificate,
      stats: state.stats,
      handle: new Dispatcher(
        [
          // First, since a provider may have it below the API.
          [tokenPathOf(settings.quirks), newTokenEndpoint(state)],
          [basePathOf(settings.quirks), newApi(state)],
          ['/simulator', controlApi],
        ],
        warn,
      ).handle,
    }).catch(async (error: unknown) => {
      await locations.close();
      throw error;
    });
    const origin = `https://${hostInUrl(settings.host)}:${server.port}`;
    const url = origin + basePathOf(settings.quirks);
    const provider = providerOf(url, origin + tokenPathOf(settings.quirks), settings.quirks);
    Object.assign(addresses, { url, tokenUrl: provider.production.tokenUrl });
    const page = await openConsole(settings, controlApi).catch(async (error: unknown) => {
      await Promise.all([server.close(), locations.close()]);
      throw error;
    });
    return new PixSimulator(
      url,
      provider.production.tokenUrl,
      `${origin}/simulator`,
      locations.url,
      provider,
      moduleOptionsOf(provider, settings, clientCertificate, authority.certificate),
      authority.certificate,
      clientCertificate,
      control,
      page?.url,
      async () => {
        state.deliveries.close();
        state.clock.clear();
        await Promise.all([server.close(), locations.close(), page?.close()]);
      },
    );
  }

  /** Stops listening, ends every connection and gives up pending deliveries. */
  close(): Promise<void> {
    return this.end();
  }
}

function newState(
  settings: SimulatorSettings,
  certificate: PemCertificate,
  ca: string,
): SimulatorState {
  const { timeout, ca: more } = settings.webhook;
  const sender = new WebhookSender({ certificate, ca: [ca, ...more], timeout });
  return new SimulatorState(settings, new SimulatorClock(), sender);
}
