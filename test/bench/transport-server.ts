import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestCertificate } from '../support/certificates.js';

/** The message of the benchmark to its server process. */
export interface ServerOrder {
  certificate: TestCertificate;
  ca: string;
  answer: string;
}

// It responds to an order with its port, and to `usage` with the microseconds of CPU that it has used.

process.once('message', ({ certificate, ca, answer }: ServerOrder) => {
  const server = createServer(
    { ...certificate, ca, requestCert: true, rejectUnauthorized: true, keepAliveTimeout: 60_000 },
    (request, response) => {
      request.resume();
      request.on('end', () => {
        response.writeHead(201, {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(answer),
        });
        response.end(answer);
      });
    },
  );
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.on('message', (message: ServerOrder | 'usage') => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.once('disconnect', () => process.exit());
