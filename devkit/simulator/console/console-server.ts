import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dispatcher } from '../http/dispatcher.js';
import { problemReply, sendReply } from '../http/reply.js';
import { toUrlHost } from '../kernel/addresses.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import { findAccessViolation } from './console-guard.js';

interface ConsoleAddress {
  readonly port: number;
  readonly host: string;
}

/** The plain HTTP listener of the console. */
export class ConsoleServer {
  private constructor(
    private readonly server: Server,
    private readonly host: string,
  ) {}

  /** Starts to listen. Rejects with Node's error (`EADDRINUSE`, …) if it cannot. */
  static listen({ port, host }: ConsoleAddress, dispatcher: Dispatcher): Promise<ConsoleServer> {
    const server = createServer((request, response) => {
      const detail = findAccessViolation(request);
      if (detail === undefined) dispatcher.handle(request, response);
      else sendReply(response, problemReply(new SimulatorProblem('AcessoNegado', { detail })));
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve(new ConsoleServer(server, host));
      });
    });
  }

  /** Address of the page. */
  get url(): string {
    return `http://${toUrlHost(this.host)}:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => {
        resolve();
      });
      this.server.closeAllConnections();
    });
  }
}
