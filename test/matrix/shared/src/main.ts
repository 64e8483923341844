import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { ValidationError } from 'nestjs-pix';
import { AppModule, CheckoutService, closeSimulator } from './app.module.js';
import metadata from './metadata.js';

async function main() {
  const app = await NestFactory.create(AppModule, { logger: ['error'] });
  await app.init();
  await SwaggerModule.loadPluginMetadata(metadata);
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  const checkout = app.get(CheckoutService);
  const { status, valor } = await checkout.charge('37.00');
  const error: unknown = await checkout.charge('37').then(
    () => undefined,
    (reason) => reason,
  );
  console.log(
    JSON.stringify({
      status,
      valor: valor.original,
      refused: error instanceof ValidationError,
      devedor: Object.keys(document.components?.schemas ?? {}).includes('DevedorDto'),
    }),
  );
  await app.close();
  await closeSimulator();
}

void main();
