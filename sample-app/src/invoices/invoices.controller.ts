import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Inject,
  Module,
  Param,
  Post,
  type StreamableFile,
  UseGuards,
} from '@nestjs/common';
import { OnlyAdmin } from '../access/session.guard.js';
import { BANK, type Bank } from '../bank/bank.module.js';
import { payInDemo } from '../bank/pay-in-demo.js';
import { parseIdempotencyKey } from '../charges/idempotency-key.js';
import { Live } from '../charges/live.js';
import { formatReais, Pages } from '../http/pages.js';
import { RateLimitGuard } from '../http/rate-limit.js';
import { CreateInvoiceDto } from './create-invoice.dto.js';
import { type InvoiceView, toInvoiceView } from './invoice.view.js';
import { InvoicesService, type InvoiceToday } from './invoices.service.js';

/** The page of an invoice, for the debtor. */
@Controller()
export class InvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly pages: Pages,
    @Inject(BANK) private readonly bank: Bank,
    live: Live,
  ) {
    live.serve('/api/invoices', (id) => this.get(id));
  }

  @Get('api/invoices/:id')
  async get(@Param('id') id: string): Promise<InvoiceView> {
    return toInvoiceView(await this.invoices.get(id));
  }

  /** What the invoice costs today, with fine, interest and discount, as the bank computes it. */
  @Get('api/invoices/:id/today')
  @UseGuards(RateLimitGuard)
  today(@Param('id') id: string): Promise<InvoiceToday> {
    return this.invoices.today(id);
  }

  /** Pays the amount of today at the simulated bank. */
  @Post('api/invoices/:id/pay')
  @HttpCode(202)
  @UseGuards(RateLimitGuard)
  async pay(@Param('id') id: string): Promise<InvoiceView> {
    const { charge } = await this.invoices.get(id);
    await payInDemo(this.bank, (payer) => payer.pay(charge.identifier ?? ''));
    return this.get(id);
  }

  @Get('faturas/:id')
  async page(@Param('id') id: string): Promise<StreamableFile> {
    const { invoice } = await this.invoices.get(id);
    const due = invoice.vencimento.split('-').reverse().join('/');
    const title = `Fatura de ${formatReais(invoice.valor)}, vence em ${due}`;
    return this.pages.preview(title, 'Veja o valor de hoje e pague com Pix.');
  }
}

/** Invoices in the back office. */
@Controller('api/admin/invoices')
@OnlyAdmin()
export class AdminInvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    live: Live,
  ) {
    live.serve('/api/admin/invoices', () => this.list());
  }

  @Get()
  async list(): Promise<InvoiceView[]> {
    return (await this.invoices.list()).map(toInvoiceView);
  }

  @Post()
  async create(
    @Body() fields: CreateInvoiceDto,
    @Headers('idempotency-key') key?: string,
  ): Promise<InvoiceView> {
    return toInvoiceView(await this.invoices.create(fields, parseIdempotencyKey(key)));
  }
}

@Module({
  controllers: [InvoicesController, AdminInvoicesController],
  providers: [InvoicesService],
})
export class InvoicesModule {}
