// An order, its QR Code, and the moment it is paid: `npm run example`, then open the address that it prints.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { Controller, Get, Global, Module, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { PixModule, PixWebhookReceiverModule, PixWebhookService, renderQrCode } from 'nestjs-pix';
import {
  OnPixCharge,
  PixLedger,
  PixLedgerModule,
  PostgresLedgerStore,
  type PixCharge,
  type PixLedgerContext,
} from 'nestjs-pix/ledger';
import { PixSimulator } from 'nestjs-pix-devkit';

const CHAVE = 'pix@loja.com.br';
const SECRET = 'any-secret-of-16-or-more';

/** Creates orders, shows them, and delivers each one that is paid, once. */
@Controller()
class OrdersController {
  constructor(
    private readonly database: PGlite,
    private readonly ledger: PixLedger,
    private readonly bank: PixSimulator,
  ) {}

  @Get()
  home(): string {
    return '<form method="post" action="/orders"><button>Pedir um café, R$ 9,90</button></form>';
  }

  /** The order and its charge are committed together; the ledger creates the charge at the bank. */
  @Post('orders')
  async order(): Promise<string> {
    const id = randomUUID();
    await this.database.transaction(async (tx) => {
      await tx.query('INSERT INTO orders (id) VALUES ($1)', [id]);
      await this.ledger.in(tx).open({
        id,
        cob: { valor: { original: '9.90' }, calendario: { expiracao: 3600 } },
      });
    });
    await this.ledger.ready(id);
    return this.show(id);
  }

  @Get('orders/:id')
  async show(@Param('id') id: string): Promise<string> {
    const charge = await this.ledger.get(id);
    const select = 'SELECT status FROM orders WHERE id = $1';
    const { rows } = await this.database.query<{ status: string }>(select, [id]);
    const code = charge?.pixCopiaECola;
    if (rows[0]?.status === 'PAGO' || !code) return `<h1>${rows[0]?.status ?? 'Desconhecido'}</h1>`;
    return `<h1>Pague com Pix</h1>${renderQrCode(code, { format: 'svg' })}
      <form method="post" action="/orders/${id}/pay"><button>Pagar no banco simulado</button></form>
      <a href="/orders/${id}">Já paguei</a>`;
  }

  /** What a customer does in the app of a bank. */
  @Post('orders/:id/pay')
  async pay(@Param('id') id: string): Promise<string> {
    const charge = await this.ledger.get(id);
    await this.bank.control.pay(charge?.identifier ?? '');
    return 'Pago no banco. Volte ao pedido.';
  }

  /** The status and the notice of the ledger are one transaction: it happens once, also after a crash. */
  @OnPixCharge('paid')
  async paid({ id }: PixCharge, context: PixLedgerContext): Promise<void> {
    await context.transaction((tx) =>
      tx.query("UPDATE orders SET status = 'PAGO' WHERE id = $1", [id]),
    );
  }
}

export async function start(port: number) {
  const [bank, database] = await Promise.all([PixSimulator.start(), PGlite.create()]);
  await database.exec("CREATE TABLE orders (id uuid PRIMARY KEY, status text DEFAULT 'ABERTO')");
  const store = new PostgresLedgerStore(database);
  await store.migrate();

  @Global()
  @Module({
    imports: [
      PixModule.forRoot({ ...bank.moduleOptions, isGlobal: true }),
      PixWebhookReceiverModule.forRoot({
        path: '/webhooks/pix',
        authentication: { secret: SECRET },
      }),
      PixLedgerModule.forRoot({ store, chave: CHAVE, isGlobal: true }),
    ],
    controllers: [OrdersController],
    providers: [
      { provide: PixSimulator, useValue: bank },
      { provide: PGlite, useValue: database },
    ],
  })
  class AppModule {}

  const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: ['error'] });
  await app.listen(port, '127.0.0.1');
  // Banks notify over https only.
  const certificate = await bank.control.issueServerCertificate();
  const webhook = createServer(certificate, app.getHttpAdapter().getInstance());
  await new Promise<void>((done) => webhook.listen(0, '127.0.0.1', done));
  const { port: httpsPort } = webhook.address() as AddressInfo;
  const webhookUrl = `https://127.0.0.1:${httpsPort}/webhooks/pix?hmac=${SECRET}`;
  await app.get(PixWebhookService, { strict: false }).register(CHAVE, { webhookUrl });
  const close = () => Promise.all([app.close(), webhook.close(), bank.close(), database.close()]);
  return { url: await app.getUrl(), close };
}

if (process.argv[1] === import.meta.filename) {
  console.log(`Open ${(await start(3000)).url}`);
}
