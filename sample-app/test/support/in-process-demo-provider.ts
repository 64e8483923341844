import { PixSimulator } from 'nestjs-pix/simulator';
import { DemoProvider, type DemoProviderAccess } from '../../src/bank/demo-provider.js';

/**
 * The simulated provider inside the test, which runs the library from its sources and so has no
 * command to fork. It is reached over the same sockets; the forked one is tested in the browser.
 */
export class InProcessDemoProvider extends DemoProvider {
  #starting: Promise<PixSimulator> | undefined;
  #running: PixSimulator | undefined;

  get simulator(): PixSimulator {
    if (!this.#running) throw new Error('The simulator has not started');
    return this.#running;
  }

  async start(): Promise<DemoProviderAccess> {
    this.#starting = PixSimulator.start();
    this.#running = await this.#starting;
    const { controlUrl, moduleOptions, ca, clientCertificate, control } = this.#running;
    const webhookCertificate = await control.issueServerCertificate();
    return { controlUrl, pix: moduleOptions, ca, clientCertificate, webhookCertificate };
  }

  async stop(): Promise<void> {
    await (await this.#starting)?.close();
  }
}
