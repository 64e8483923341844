// Receives one notification whose secret is in the query, and prints whether the log or the trace contains what it should.
require('reflect-metadata');
const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { OnPixRecebido, PixWebhookReceiverModule } = require('nestjs-pix');

const secret = 'a-long-and-random-secret-of-tests';
const [parameter = 'hmac'] = process.argv.slice(2);

class Payments {
  receive() {}
}
OnPixRecebido()(
  Payments.prototype,
  'receive',
  Object.getOwnPropertyDescriptor(Payments.prototype, 'receive'),
);
class AppModule {}
Module({
  imports: [
    PixWebhookReceiverModule.forRoot({ authentication: { secret: { value: secret, parameter } } }),
  ],
  providers: [Payments],
})(AppModule);

const warnings = [];
const ignore = () => undefined;
const logger = { log: ignore, error: ignore, debug: ignore, verbose: ignore };
logger.warn = (text) => warnings.push(text);

async function run() {
  const app = await NestFactory.create(AppModule, { logger });
  await app.listen(0, '127.0.0.1');
  const pix = {
    endToEndId: 'E12345678202601011200abcdefghijk',
    valor: '37.00',
    chave: 'loja@example.com',
    horario: '2026-01-01T12:00:00.000Z',
  };
  const response = await fetch(`${await app.getUrl()}/webhooks/pix?${parameter}=${secret}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ pix: [pix] }),
  });
  await app.close();
  const isWarned = warnings.some((text) => text.includes('records the queries'));
  console.log(JSON.stringify({ status: response.status, isWarned }));
}
void run();
