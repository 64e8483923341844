import {
  Body,
  Controller,
  Get,
  Header,
  Headers,
  HttpCode,
  Param,
  Post,
  Query,
  StreamableFile,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ROLES } from '../../database/schema.js';
import {
  ApiCsvResponse,
  ApiPageResponse,
  BANK_ERRORS,
  Describe,
} from '../../decorators/describe.js';
import {
  type BatchSummaryView,
  type BatchView,
  toBatchSummaryView,
  toBatchView,
  toResultsCsv,
  type UploadedBatchView,
} from '../../invoices/batch.view.js';
import { BatchesService } from '../../invoices/batches.service.js';
import { addDays, toDay } from '../../invoices/brazilian-day.js';
import { CreateInvoiceDto } from '../../invoices/create-invoice.dto.js';
import { buildTemplate } from '../../invoices/invoice-csv.js';
import {
  type InvoiceDetailView,
  InvoiceRowView,
  toInvoiceDetailView,
  toInvoiceRowView,
} from '../../invoices/invoice.view.js';
import { InvoicesService } from '../../invoices/invoices.service.js';
import { toCsvFile } from '../../lists/csv.js';
import { ListQueryDto } from '../../lists/list-query.dto.js';
import type { Page } from '../../lists/page.view.js';
import { parseIdempotencyKey } from '../../orders/idempotency-key.js';
import { RefundsService } from '../../refunds/refunds.service.js';
import { Audited } from '../audit/audited.js';
import { OPERATORS, Roles } from '../roles.decorator.js';
import { INVOICE_COLUMNS, InvoiceList } from './invoice-list.js';
import { UploadBatchDto } from './upload-batch.dto.js';

const LATEST_BATCHES = 20;
const CSV = 'text/csv; charset=utf-8';

/** Invoices in the back office: creation, one by one and in batches, and cancellation. */
@ApiTags('Faturas')
@Controller('api/admin')
@Roles(ROLES)
export class AdminInvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly batches: BatchesService,
    private readonly refunds: RefundsService,
    private readonly invoiceList: InvoiceList,
  ) {}

  @Get('invoices')
  @Describe('Lista as faturas')
  @ApiPageResponse(InvoiceRowView)
  list(@Query() query: ListQueryDto): Promise<Page<InvoiceRowView>> {
    return this.invoiceList.page(query);
  }

  @Get('invoices.csv')
  @Describe('Exporta as faturas')
  @ApiCsvResponse()
  export(@Query() query: ListQueryDto): StreamableFile {
    return toCsvFile('faturas', INVOICE_COLUMNS, this.invoiceList.all(query));
  }

  @Post('invoices')
  @Describe('Cria uma fatura', 409, 422)
  @Roles(OPERATORS)
  @Audited('FATURA_CRIADA', 'id', ({ id, status }: InvoiceRowView) => ({
    resultado: status === 'CRIANDO' ? 'DESCONHECIDO' : status === 'NEGADO' ? 'FALHA' : 'SUCESSO',
    detalhe: id,
  }))
  async create(
    @Body() dto: CreateInvoiceDto,
    @Headers('idempotency-key') key?: string,
  ): Promise<InvoiceRowView> {
    return toInvoiceRowView(await this.invoices.create(dto, parseIdempotencyKey(key)));
  }

  /** Returns an invoice with its payments and their refunds. */
  @Get('invoices/:id')
  @Describe('Lê uma fatura com os seus pagamentos')
  async read(@Param('id') id: string): Promise<InvoiceDetailView> {
    const invoice = await this.invoices.get(id);
    return toInvoiceDetailView(invoice, await this.refunds.findByInvoice(invoice.id));
  }

  @Post('invoices/:id/cancel')
  @Describe('Cancela uma fatura', 409, ...BANK_ERRORS)
  @HttpCode(200)
  @Roles(OPERATORS)
  @Audited('FATURA_CANCELADA', 'id', ({ status }: InvoiceRowView) => ({
    resultado: status === 'CANCELADO' ? 'SUCESSO' : 'DESCONHECIDO',
  }))
  async cancel(@Param('id') id: string): Promise<InvoiceRowView> {
    return toInvoiceRowView(await this.invoices.cancel(id));
  }

  /** A CSV file to fill in. */
  @Get('invoice-batches/template.csv')
  @Describe('Baixa um modelo de arquivo para um lote')
  @ApiCsvResponse()
  @Header('Content-Disposition', 'attachment; filename="modelo-faturas.csv"')
  readTemplate(): StreamableFile {
    const today = toDay(new Date());
    return toFile(buildTemplate(addDays(today, 30), addDays(today, 20)));
  }

  @Get('invoice-batches')
  @Describe('Lista os lotes mais recentes')
  async listBatches(): Promise<BatchSummaryView[]> {
    return (await this.batches.list(LATEST_BATCHES)).map(toBatchSummaryView);
  }

  /** Stores the invoices of a CSV file. They are created at the bank afterwards; the batch shows the progress. */
  @Post('invoice-batches')
  @Describe('Envia um lote de faturas em CSV', 413, 422)
  @HttpCode(202)
  @Roles(OPERATORS)
  @Audited('LOTE_ENVIADO', 'id', ({ id }: UploadedBatchView) => ({
    resultado: 'SUCESSO',
    detalhe: id,
  }))
  async upload(
    @Body() { arquivo, conteudo }: UploadBatchDto,
    @Headers('idempotency-key') key?: string,
  ): Promise<UploadedBatchView> {
    const file = { arquivo, conteudo };
    const { repetido, ...batch } = await this.batches.upload(file, parseIdempotencyKey(key));
    return { ...toBatchView(batch), repetido };
  }

  @Get('invoice-batches/:id')
  @Describe('Lê um lote e o resultado de cada linha')
  async readBatch(@Param('id') id: string): Promise<BatchView> {
    return toBatchView(await this.batches.get(id));
  }

  /** The results as CSV. */
  @Get('invoice-batches/:id/results.csv')
  @Describe('Baixa os resultados de um lote')
  @ApiCsvResponse()
  @Header('Content-Disposition', 'attachment; filename="resultados-faturas.csv"')
  async readResults(@Param('id') id: string): Promise<StreamableFile> {
    return toFile(toResultsCsv(await this.batches.get(id)));
  }
}

function toFile(text: string): StreamableFile {
  const body = Buffer.from(text);
  return new StreamableFile(body, { type: CSV, length: body.length });
}
