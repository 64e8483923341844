/** Serves the `PaymentsModule` of a file, at the port in its arguments (0 for any); sends its port. */
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';

const [file = '', port = '0'] = process.argv.slice(2);
const { PaymentsModule } = (await import(pathToFileURL(file).href)) as { PaymentsModule: object };
// eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest types plain options as a class
const app = await NestFactory.create<NestExpressApplication>(PaymentsModule, { logger: false });
await app.listen(Number(port), '127.0.0.1');
process.send?.((app.getHttpServer().address() as AddressInfo).port);
process.on('disconnect', () => process.exit());
