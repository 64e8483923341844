import { createEndpoints } from '../../devkit/simulator/api/endpoints.js';
import { createState } from '../../devkit/simulator/composition/pix-simulator.js';
import { RecurrencesControl } from '../../devkit/simulator/control/payers.js';
import type { WebhookSender } from '../../devkit/simulator/domain/deliveries.js';
import type { SimulatorState } from '../../devkit/simulator/domain/state.js';
import { Dispatcher } from '../../devkit/simulator/http/dispatcher.js';
import type { Reply } from '../../devkit/simulator/http/messages.js';
import { SimulatorClock } from '../../devkit/simulator/kernel/clock.js';
import type { StateFile } from '../../devkit/simulator/persistence/state-folder.js';
import { StateWriter } from '../../devkit/simulator/persistence/state-writer.js';
import type { PixSimulatorOptions } from '../../devkit/simulator/settings/options.js';
import { resolveSimulatorSettings } from '../../devkit/simulator/settings/resolve-settings.js';
import { systemRuntime, type PixRuntime } from '../../lib/runtime/index.js';
import { localRequest } from './local-request.js';

/** The external dependencies of a {@link SimulatorCore}. */
export interface SimulatorCorePorts {
  readonly sender: WebhookSender;
  readonly runtime?: PixRuntime;
  /** File to persist the state in. Default: the state is only in memory. */
  readonly file?: StateFile;
  /** Receives defects of the simulator. Their response is a 500. */
  readonly onDefect?: (error: unknown) => void;
}

/**
 * The simulated provider without sockets, TLS and certificates: its API, its token endpoint and its payers, in one
 * process with its caller.
 */
export class SimulatorCore {
  readonly state: SimulatorState;
  /** Payers, refunds and recurrences. */
  readonly control: RecurrencesControl;
  private readonly dispatcher: Dispatcher;
  private readonly keeper: StateWriter | undefined;

  constructor(options: PixSimulatorOptions, ports: SimulatorCorePorts) {
    const { sender, runtime = systemRuntime, file } = ports;
    const { onDefect = () => undefined } = ports;
    const settings = resolveSimulatorSettings({
      locationBase: 'pix.example.com/qr/v2',
      ...options,
    });
    const locationBase = settings.locationBase ?? '';
    const clock = new SimulatorClock(runtime);
    this.state = createState({ ...settings, locationBase }, clock, sender, runtime);
    this.control = new RecurrencesControl(this.state);
    this.keeper = file && new StateWriter(this.state, file, undefined, undefined, () => undefined);
    this.dispatcher = new Dispatcher(createEndpoints(this.state), onDefect);
  }

  /**
   * Resolves with the response to a request. Never rejects.
   *
   * @param url path and query: `/pix/v2/cob/…`
   * @param headers with lower-case names
   */
  handle(
    method: string,
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<Reply> {
    return this.dispatcher.reply(localRequest(method, url, headers, body));
  }

  /** Cancels deliveries and timers, and closes the file. */
  close(): void {
    this.state.close();
    this.keeper?.close();
  }
}
