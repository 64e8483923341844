import { Injectable } from '@nestjs/common';
import { eq, or, sql } from 'drizzle-orm';
import { Database } from '../../database/database.js';
import { type Invoice, invoices } from '../../database/schema.js';
import { type InvoiceRowView, toInvoiceRowView } from '../../invoices/invoice.view.js';
import { type CsvColumn, toCsvInstant, toCsvMoney } from '../../lists/csv.js';
import { contains, List } from '../../lists/list.js';

export const INVOICE_COLUMNS: readonly CsvColumn<InvoiceRowView>[] = [
  { titulo: 'Fatura', valor: ({ id }) => id },
  { titulo: 'txid', valor: ({ txid }) => txid },
  { titulo: 'Devedor', valor: ({ nome }) => nome },
  { titulo: 'Descrição', valor: ({ descricao }) => descricao },
  { titulo: 'Situação', valor: ({ status }) => status },
  { titulo: 'Erro', valor: ({ erro }) => erro },
  { titulo: 'Valor (R$)', valor: ({ valor }) => toCsvMoney(valor) },
  { titulo: 'Vencimento', valor: ({ vencimento }) => vencimento },
  { titulo: 'Último dia de pagamento', valor: ({ ultimoDia }) => ultimoDia },
  { titulo: 'Prazo acabou', valor: ({ prazoAcabou }) => (prazoAcabou ? 'sim' : 'não') },
  { titulo: 'Criada em (Brasília)', valor: ({ criadoEm }) => toCsvInstant(criadoEm) },
  { titulo: 'Paga em (Brasília)', valor: ({ pagoEm }) => toCsvInstant(pagoEm) },
  {
    titulo: 'Valor pago (R$)',
    valor: ({ valorPago }) => (valorPago === null ? null : toCsvMoney(valorPago)),
  },
];

/** Invoices as the back office reads them. The search finds an identifier, or a part of the name or description. */
@Injectable()
export class InvoiceList extends List<Invoice, InvoiceRowView> {
  constructor({ orm }: Database) {
    super({
      instant: invoices.criadoEm,
      id: invoices.id,
      idType: 'uuid',
      status: invoices.status,
      search: (text) =>
        or(
          sql`${invoices.id}::text = ${text.toLowerCase()}`,
          eq(invoices.txid, text),
          contains(invoices.nome, text),
          contains(invoices.descricao, text),
        ),
      read: (where, order, limit) =>
        orm
          .select()
          .from(invoices)
          .where(where)
          .orderBy(...order)
          .limit(limit),
      locate: ({ criadoEm, id }) => ({ instant: criadoEm, id }),
      view: toInvoiceRowView,
    });
  }
}
