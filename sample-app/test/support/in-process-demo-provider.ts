import { Injectable } from '@nestjs/common';
import { PixSimulator } from 'nestjs-pix/simulator';
import { DemoProvider, type DemoProviderAccess } from '../../src/bank/demo-provider.js';

/**
 * The simulated provider inside the test, which runs the library from its sources and so has no
 * command to fork. It is reached over the same sockets; the forked one is tested in the browser.
 */
@Injectable()
export class InProcessDemoProvider extends DemoProvider {
  private running: PixSimulator | undefined;

  get simulator(): PixSimulator {
    if (!this.running) throw new Error('The simulator has not started');
    return this.running;
  }

  async start(): Promise<DemoProviderAccess> {
    this.running = await PixSimulator.start();
    const { controlUrl, moduleOptions, ca, clientCertificate, control } = this.running;
    const webhookCertificate = await control.issueServerCertificate();
    return { controlUrl, pix: moduleOptions, ca, clientCertificate, webhookCertificate };
  }

  async stop(): Promise<void> {
    await this.running?.close();
  }
}
