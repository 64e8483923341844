// The files that `nestjs-pix init` writes.

import type { Project, SourceComments, TestRunner } from './texts/project.js';

/** Returns the files by name. */
export function buildSources(project: Project, comments: SourceComments): Record<string, string> {
  return {
    'pix.module.ts': buildModule(project, comments),
    'checkout.controller.ts': buildController(comments),
    'payments.handler.ts': buildHandler(comments),
    ...(project.runner && { 'pix.spec.ts': buildTest(project, project.runner, comments) }),
  };
}

function buildModule({ isModule, hasConfig }: Project, { bank }: SourceComments): string {
  const end = isModule ? '.js' : '';
  const [imports, load, modules] = hasConfig
    ? [`import { ConfigModule } from '@nestjs/config';\n`, '', 'ConfigModule.forRoot(), ']
    : ['', `\nif (existsSync('.env')) loadEnvFile('.env');\n`, ''];
  const node = hasConfig
    ? ''
    : `import { existsSync } from 'node:fs';\nimport { loadEnvFile } from 'node:process';\n`;
  return `${node}import { Module } from '@nestjs/common';
${imports}import { PixModule, PixWebhookReceiverModule } from 'nestjs-pix';
import { CheckoutController } from './checkout.controller${end}';
import { PaymentsHandler } from './payments.handler${end}';
${load}
/** ${bank} */
@Module({ imports: [${modules}PixModule.forRootFromEnv({ isGlobal: true })] })
export class BankModule {}

@Module({
  imports: [
    BankModule,
    PixWebhookReceiverModule.forRootAsync({
      useFactory: () => ({
        path: '/webhooks/pix',
        authentication: { secret: process.env.PIX_WEBHOOK_SECRET ?? '' },
      }),
    }),
  ],
  controllers: [CheckoutController],
  providers: [PaymentsHandler],
})
export class PaymentsModule {}
`;
}

function buildController({ stored, valor }: SourceComments): string {
  return `import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { generateTxid, PixCobService, renderQrCode } from 'nestjs-pix';

function toImage(text: string) {
  return \`data:image/png;base64,\${renderQrCode(text, { format: 'png' }).toString('base64')}\`;
}

@Controller('checkout')
export class CheckoutController {
  constructor(private readonly cob: PixCobService) {}

  @Post()
  async charge(@Body('valor') valor: string) {
    const txid = generateTxid(); // ${stored}
    const { pixCopiaECola } = await this.cob.createWithTxid(txid, {
      calendario: { expiracao: 3600 },
      valor: { original: valor }, // ${valor}
    });
    return { txid, pixCopiaECola, qrCode: pixCopiaECola && toImage(pixCopiaECola) };
  }

  @Get(':txid')
  async status(@Param('txid') txid: string) {
    const { status } = await this.cob.get(txid);
    return { txid, status };
  }
}
`;
}

function buildHandler({ paid }: SourceComments): string {
  return `import { Injectable, Logger } from '@nestjs/common';
import { OnPixRecebido, type Pix } from 'nestjs-pix';

@Injectable()
export class PaymentsHandler {
  /** ${paid} */
  @OnPixRecebido()
  paid(pix: Pix) {
    new Logger('Payments').log(\`\${pix.valor} for \${pix.txid}\`);
  }
}
`;
}

function buildTest(
  { platform, isModule }: Project,
  runner: TestRunner,
  { test }: SourceComments,
): string {
  const end = isModule ? '.js' : '';
  const isFastify = platform === 'fastify';
  const adapter = isFastify
    ? `import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';\n`
    : '';
  const create = isFastify
    ? 'createNestApplication<NestFastifyApplication>(new FastifyAdapter())'
    : 'createNestApplication()';
  const functions = runner === 'vitest' ? 'vitest' : '@jest/globals';
  const spy = runner === 'vitest' ? 'vi' : 'jest';
  return `import type { INestApplication } from '@nestjs/common';
${adapter}import { Test } from '@nestjs/testing';
import { PixCobService } from 'nestjs-pix';
import { PixSimulator } from 'nestjs-pix-devkit';
import { buildPix, PixTestingModule, WebhookTestClient } from 'nestjs-pix-devkit/testing';
import { afterAll, beforeAll, expect, ${spy}, test } from '${functions}';
import { CheckoutController } from './checkout.controller${end}';
import { PaymentsHandler } from './payments.handler${end}';
import { BankModule, PaymentsModule } from './pix.module${end}';

const secret = 'only-for-this-test';
let app: INestApplication;
let webhook: WebhookTestClient;

beforeAll(async () => {
  process.env.PIX_WEBHOOK_SECRET = secret;
  const testing = await Test.createTestingModule({ imports: [PaymentsModule] })
    .overrideModule(BankModule) // ${test}
    .useModule(PixTestingModule.forRoot({ account: { chave: 'loja@example.com' } }))
    .compile();
  app = testing.${create};
  await app.listen(0, '127.0.0.1');
  webhook = new WebhookTestClient({ url: \`\${await app.getUrl()}/webhooks/pix?hmac=\${secret}\` });
});

afterAll(async () => {
  webhook?.close();
  await app?.close();
});

test('a charge is paid', async () => {
  const { txid, pixCopiaECola } = await app.get(CheckoutController).charge('37.00');
  expect(pixCopiaECola).toMatch(/^000201/);
  await app.get(PixSimulator, { strict: false }).control.pay(txid);
  const { status } = await app.get(PixCobService, { strict: false }).get(txid);
  expect(status).toBe('CONCLUIDA');
});

test('a repeated notification is handled once', async () => {
  const paid = ${spy}.spyOn(app.get(PaymentsHandler), 'paid');
  const pix = buildPix({ valor: '37.00' });
  await webhook.pix(pix);
  await webhook.pix(pix);
  expect(paid).toHaveBeenCalledTimes(1);
});
`;
}
