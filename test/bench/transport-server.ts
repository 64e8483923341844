import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestCertificate } from '../support/certificates.js';

/** The first message of the benchmark to its server process. */
export interface ServerOrder {
  certificate: TestCertificate;
  ca: string;
  /** The response to any other request than one for a token. */
  answer: string;
  /** The response to a request for a token. */
  token: string;
  /** Whether each connection is closed after its response. */
  close: boolean;
}

/** The microseconds of CPU that the process has used, or the number of connections that it has accepted. */
export type ServerQuestion = 'usage' | 'connections';

// It responds to an order with its port, and to a question with a number.

let connections = 0;

function start({ certificate, ca, answer, token, close }: ServerOrder): void {
  const server = createServer(
    { ...certificate, ca, requestCert: true, rejectUnauthorized: true, keepAliveTimeout: 60_000 },
    (request, response) => {
      request.resume();
      request.on('end', () => {
        const [status, text] = request.url?.endsWith('/token') ? [200, token] : [201, answer];
        response.writeHead(status, {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(text),
          ...(close && { Connection: 'close' }),
        });
        response.end(text);
      });
    },
  );
  server.on('secureConnection', () => (connections += 1));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

process.on('message', (message: ServerOrder | ServerQuestion) => {
  if (message === 'connections') {
    process.send?.(connections);
  } else if (message === 'usage') {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  } else {
    start(message);
  }
});
process.once('disconnect', () => process.exit());
