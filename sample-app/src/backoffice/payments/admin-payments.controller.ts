import { Controller, Get, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { eq, or, sql } from 'drizzle-orm';
import { Database } from '../../database/database.js';
import { payments, subscriptionCharges, ROLES } from '../../database/schema.js';
import { ApiCsvResponse, ApiPageResponse, Describe } from '../../decorators/describe.js';
import { type CsvColumn, toCsvFile, toCsvInstant, toCsvMoney } from '../../lists/csv.js';
import { ListQueryDto } from '../../lists/list-query.dto.js';
import { List } from '../../lists/list.js';
import type { Page } from '../../lists/page.view.js';
import { RefundsRepository } from '../../refunds/refunds.repository.js';
import { Roles } from '../roles.decorator.js';
import { type ListedPayment, PaymentView, toPaymentView } from './payment.view.js';

const COLUMNS: readonly CsvColumn<PaymentView>[] = [
  { titulo: 'Identificador do Pix', valor: ({ endToEndId }) => endToEndId },
  { titulo: 'txid', valor: ({ txid }) => txid },
  { titulo: 'Pedido', valor: ({ pedido }) => pedido },
  { titulo: 'Fatura', valor: ({ fatura }) => fatura },
  { titulo: 'Assinatura', valor: ({ assinatura }) => assinatura },
  { titulo: 'Valor (R$)', valor: ({ valor }) => toCsvMoney(valor) },
  { titulo: 'Recebido em (Brasília)', valor: ({ horario }) => toCsvInstant(horario) },
  { titulo: 'Situação', valor: ({ situacao }) => situacao },
  { titulo: 'Tarefa', valor: ({ tarefa }) => tarefa },
  { titulo: 'Não devolvido (R$)', valor: ({ restante }) => toCsvMoney(restante) },
  { titulo: 'Erro da devolução', valor: ({ erro }) => erro },
];

/** Received Pix. The search finds an identifier: of the payment, of its charge, of its order, invoice or subscription. */
@ApiTags('Pagamentos')
@Controller('api/admin')
@Roles(ROLES)
export class AdminPaymentsController {
  readonly #list: List<ListedPayment, PaymentView>;

  constructor({ orm }: Database, refunds: RefundsRepository) {
    this.#list = new List({
      instant: payments.horario,
      id: payments.endToEndId,
      idType: 'text',
      status: payments.situacao,
      search: (text) =>
        or(
          eq(payments.endToEndId, text),
          eq(payments.txid, text),
          sql`${payments.orderId}::text = ${text}`,
          sql`${payments.invoiceId}::text = ${text}`,
          sql`${subscriptionCharges.subscriptionId}::text = ${text}`,
        ),
      read: async (where, order, limit) =>
        refunds.withRefunds(
          await orm
            .select({ payment: payments, subscriptionId: subscriptionCharges.subscriptionId })
            .from(payments)
            .leftJoin(
              subscriptionCharges,
              eq(payments.subscriptionChargeId, subscriptionCharges.id),
            )
            .where(where)
            .orderBy(...order)
            .limit(limit),
        ),
      locate: ({ payment }) => ({ instant: payment.horario, id: payment.endToEndId }),
      view: toPaymentView,
    });
  }

  @Get('payments')
  @Describe('Lista os Pix recebidos')
  @ApiPageResponse(PaymentView)
  list(@Query() query: ListQueryDto): Promise<Page<PaymentView>> {
    return this.#list.page(query);
  }

  @Get('payments.csv')
  @Describe('Exporta os Pix recebidos')
  @ApiCsvResponse()
  export(@Query() query: ListQueryDto): StreamableFile {
    return toCsvFile('pagamentos', COLUMNS, this.#list.all(query));
  }
}
