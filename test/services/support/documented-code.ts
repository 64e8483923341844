/**
 * Runs the printed code of a file. Serves its `PaymentsModule` at the port in the arguments (0 for any) and sends its port,
 * or calls its `work` again and again. The names that the guides assume are global, and the application that the guides
 * start on port 3000 has the port `PIX_APPLICATION`.
 */
import 'reflect-metadata';
import { Agent } from 'node:http';
import { type AddressInfo, createConnection } from 'node:net';
import { pathToFileURL } from 'node:url';
import type { HttpsOptions } from '@nestjs/common/interfaces/external/https-options.interface.js';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createPixClient, type PixModuleOptions } from 'nestjs-pix';

const [file = '', port = '0'] = process.argv.slice(2);
process.on('disconnect', () => process.exit());

const { PIX_APPLICATION, PIX_NAMES = '{}', PIX_OPTIONS, PIX_TLS } = process.env;
Object.assign(globalThis, JSON.parse(PIX_NAMES));
if (PIX_OPTIONS !== undefined) {
  const pix = await createPixClient(JSON.parse(PIX_OPTIONS) as PixModuleOptions);
  Object.assign(globalThis, { pix });
}
if (PIX_APPLICATION !== undefined) {
  Agent.prototype.createConnection = ({ host, port }) =>
    createConnection({ host: host!, port: Number(port === 3000 ? PIX_APPLICATION : port) });
}
const { PaymentsModule, work } = (await import(pathToFileURL(file).href)) as {
  PaymentsModule?: object;
  work?: () => Promise<void>;
};
if (PaymentsModule) {
  const app = await NestFactory.create<NestExpressApplication>(PaymentsModule, {
    logger: false,
    ...(PIX_TLS !== undefined && { httpsOptions: JSON.parse(PIX_TLS) as HttpsOptions }),
  });
  await app.listen(Number(port), '127.0.0.1');
  process.send?.((app.getHttpServer().address() as AddressInfo).port);
} else {
  process.send?.(0);
  while (work) await work();
}
