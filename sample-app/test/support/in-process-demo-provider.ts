import { PixSimulator } from 'nestjs-pix-devkit';
import { DemoProvider, type DemoProviderAccess } from '../../src/bank/demo-provider.js';

/**
 * Runs the simulated provider in the test's process: a test runs the library from its sources, without a command to
 * fork. Uses the same sockets; the browser specs test the forked one.
 */
export class InProcessDemoProvider extends DemoProvider {
  #starting: Promise<PixSimulator> | undefined;
  #running: PixSimulator | undefined;

  /** @param hasConsole whether the simulated provider serves its console */
  constructor(private readonly hasConsole = false) {
    super();
  }

  get simulator(): PixSimulator {
    if (!this.#running) throw new Error('The simulator has not started');
    return this.#running;
  }

  async start(): Promise<DemoProviderAccess> {
    this.#starting = PixSimulator.start({ console: this.hasConsole });
    this.#running = await this.#starting;
    const { controlUrl, moduleOptions, ca, clientCertificate, control } = this.#running;
    const webhookCertificate = await control.issueServerCertificate();
    return { controlUrl, pix: moduleOptions, ca, clientCertificate, webhookCertificate };
  }

  async stop(): Promise<void> {
    await (await this.#starting)?.close();
  }
}
