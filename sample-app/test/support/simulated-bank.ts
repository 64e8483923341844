import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { PixSimulator } from 'nestjs-pix-devkit';
import { BankEnvironment, CLIENT_SECRET } from './bank-environment.js';

/** A simulated provider that the shop uses like a real bank, with a listener of the shop for its notifications. */
export interface SimulatedBank {
  readonly simulator: PixSimulator;
  readonly environment: BankEnvironment;
  close(): Promise<void>;
}

export async function openSimulatedBank(): Promise<SimulatedBank> {
  const simulator = await PixSimulator.start({ clientId: 'loja', clientSecret: CLIENT_SECRET });
  const port = await findFreePort();
  const environment = new BankEnvironment({
    baseUrl: simulator.url,
    tokenUrl: simulator.tokenUrl,
    ca: simulator.ca,
    clientCertificate: simulator.clientCertificate,
    webhookUrl: `https://127.0.0.1:${port}/webhooks/pix`,
    webhook: {
      port,
      subject: 'nestjs-pix simulator webhook',
      ...(await simulator.control.issueServerCertificate()),
    },
  });
  let closing: Promise<void> | undefined;
  const close = async () => {
    await simulator.close();
    environment.remove();
  };
  return { simulator, environment, close: () => (closing ??= close()) };
}

/** The address of the webhook is registered before the server listens, so the port is chosen first. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
