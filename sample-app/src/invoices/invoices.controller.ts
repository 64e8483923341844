import {
  ConflictException,
  Controller,
  Get,
  HttpCode,
  Inject,
  Ip,
  type MessageEvent,
  NotFoundException,
  Param,
  Post,
  Sse,
  SseSignal,
  StreamableFile,
  UseGuards,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Observable } from 'rxjs';
import { BANK, type Bank, PaymentRefused } from '../bank/bank.js';
import { ApiEventsResponse, BANK_ERRORS, Describe } from '../decorators/describe.js';
import { RateLimitGuard } from '../limits/rate-limit.guard.js';
import { StreamLimits } from '../limits/stream-limits.js';
import { Pages } from '../page/pages.js';
import { InvoiceEvents } from './invoice-events.js';
import { InvoiceTodayService } from './invoice-today.service.js';
import {
  InvoiceEvent,
  type InvoiceTodayView,
  type InvoiceView,
  toInvoiceEvent,
  toInvoiceView,
} from './invoice.view.js';
import { assertPending, InvoicesService } from './invoices.service.js';

/** The page of an invoice, for the debtor. */
@ApiTags('Faturas')
@Controller()
export class InvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly today: InvoiceTodayService,
    private readonly events: InvoiceEvents,
    private readonly streams: StreamLimits,
    private readonly pages: Pages,
    @Inject(BANK) private readonly bank: Bank,
  ) {}

  /** @throws NotFoundException for an unknown invoice */
  @Get('faturas/:id')
  async page(@Param('id') id: string): Promise<StreamableFile> {
    await this.invoices.get(id);
    return this.pages.shop;
  }

  @Get('api/invoices/:id')
  @Describe('Lê uma fatura')
  async get(@Param('id') id: string): Promise<InvoiceView> {
    return toInvoiceView(await this.invoices.get(id));
  }

  /** What the invoice costs today, with fine, interest and discount, as the bank computes it. */
  @Get('api/invoices/:id/today')
  @Describe('Lê quanto a fatura custa hoje, segundo o banco', 409, ...BANK_ERRORS)
  @UseGuards(RateLimitGuard)
  async readToday(@Param('id') id: string): Promise<InvoiceTodayView> {
    return this.today.read(await this.invoices.get(id));
  }

  /** Streams the status now and at each change, until it is final. */
  @Sse('api/invoices/:id/events')
  @Describe('Acompanha o status de uma fatura', 429)
  @ApiEventsResponse(InvoiceEvent)
  async follow(
    @Param('id') id: string,
    @Ip() address: string,
    @SseSignal() ended: AbortSignal,
  ): Promise<Observable<MessageEvent>> {
    await this.invoices.get(id);
    this.streams.take(id, address, ended);
    return this.events.stream(id, () => this.invoices.find(id), toInvoiceEvent);
  }

  /** Pays the amount of today at the simulated bank. The invoice changes only when the bank's webhook arrives. */
  @Post('api/demo/invoices/:id/pay')
  @Describe('Paga o valor de hoje no banco simulado', 409, ...BANK_ERRORS)
  @HttpCode(202)
  @UseGuards(RateLimitGuard)
  async pay(@Param('id') id: string): Promise<InvoiceView> {
    const { demo } = this.bank;
    if (!demo) throw new NotFoundException('O pagamento de teste só existe com o banco simulado');
    const invoice = await this.invoices.get(id);
    assertPending(invoice);
    try {
      await demo.pay(invoice.txid);
    } catch (error) {
      if (error instanceof PaymentRefused) throw new ConflictException(error.message);
      throw error;
    }
    return toInvoiceView(await this.invoices.get(id));
  }
}
