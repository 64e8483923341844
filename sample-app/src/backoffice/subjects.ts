import { Injectable } from '@nestjs/common';
import { eq, inArray } from 'drizzle-orm';
import type { PixCharge } from 'nestjs-pix/ledger';
import { Database } from '../database/database.js';
import { invoices } from '../invoices/invoices.table.js';
import { orders } from '../orders/orders.table.js';
import { subscriptionMonths, subscriptions } from '../subscriptions/subscriptions.table.js';

/** What a charge is for, and the page of its customer. */
export interface Subject {
  readonly assunto: string;
  readonly pagina: string;
}

/** Finds what charges are for, with one query for each kind. */
@Injectable()
export class Subjects {
  constructor(private readonly database: Database) {}

  async of(charges: readonly PixCharge[]): Promise<(charge: PixCharge) => Subject> {
    const found = new Map<string, Subject>();
    const listIds = (kind: PixCharge['kind']) =>
      charges.filter((charge) => charge.kind === kind).map(({ id }) => id);
    await Promise.all([
      this.#addOrders(listIds('cob'), found),
      this.#addInvoices(listIds('cobv'), found),
      this.#addMonths(listIds('cobr'), found),
      this.#addSubscriptions(listIds('rec'), found),
    ]);
    return ({ id }) => found.get(id) ?? { assunto: id, pagina: '/' };
  }

  async #addOrders(ids: string[], found: Map<string, Subject>): Promise<void> {
    if (ids.length === 0) return;
    const { orm } = this.database;
    for (const row of await orm.select().from(orders).where(inArray(orders.id, ids))) {
      found.set(row.id, { assunto: row.descricao, pagina: `/pedido/${row.id}` });
    }
  }

  async #addInvoices(ids: string[], found: Map<string, Subject>): Promise<void> {
    if (ids.length === 0) return;
    const { orm } = this.database;
    for (const row of await orm.select().from(invoices).where(inArray(invoices.id, ids))) {
      const assunto = `${row.nome}: ${row.descricao}`;
      found.set(row.id, { assunto, pagina: `/faturas/${row.id}` });
    }
  }

  async #addSubscriptions(ids: string[], found: Map<string, Subject>): Promise<void> {
    if (ids.length === 0) return;
    const { orm } = this.database;
    for (const row of await orm
      .select()
      .from(subscriptions)
      .where(inArray(subscriptions.id, ids))) {
      found.set(row.id, { assunto: `Assinatura de ${row.nome}`, pagina: `/assinaturas/${row.id}` });
    }
  }

  async #addMonths(ids: string[], found: Map<string, Subject>): Promise<void> {
    if (ids.length === 0) return;
    const { cobranca, competencia, subscriptionId } = subscriptionMonths;
    const rows = await this.database.orm
      .select({ cobranca, competencia, subscriptionId, nome: subscriptions.nome })
      .from(subscriptionMonths)
      .innerJoin(subscriptions, eq(subscriptions.id, subscriptionId))
      .where(inArray(cobranca, ids));
    for (const row of rows) {
      const assunto = `Mês ${row.competencia.split('-').reverse().join('/')} de ${row.nome}`;
      found.set(row.cobranca, { assunto, pagina: `/assinaturas/${row.subscriptionId}` });
    }
  }
}
