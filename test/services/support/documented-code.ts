/**
 * Runs the printed code of a file. Serves its `PaymentsModule` at the port in the arguments (0 for any) and sends its port,
 * or calls its `work` again and again. The names that the guides assume are global.
 */
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createPixClient, type PixModuleOptions } from 'nestjs-pix';

const [file = '', port = '0'] = process.argv.slice(2);
process.on('disconnect', () => process.exit());

const { PIX_OPTIONS, PIX_NAMES = '{}' } = process.env;
if (PIX_OPTIONS !== undefined) {
  const pix = await createPixClient(JSON.parse(PIX_OPTIONS) as PixModuleOptions);
  Object.assign(globalThis, { pix, ...(JSON.parse(PIX_NAMES) as object) });
}
const { PaymentsModule, work } = (await import(pathToFileURL(file).href)) as {
  PaymentsModule?: object;
  work?: () => Promise<void>;
};
if (PaymentsModule) {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest types plain options as a class
  const app = await NestFactory.create<NestExpressApplication>(PaymentsModule, { logger: false });
  await app.listen(Number(port), '127.0.0.1');
  process.send?.((app.getHttpServer().address() as AddressInfo).port);
} else {
  process.send?.(0);
  while (work) await work();
}
