import { Injectable } from '@nestjs/common';
import { and, eq, sql } from 'drizzle-orm';
import { Database } from '../database/database.js';
import { type WebhookDelivery, webhookDeliveries } from '../database/schema.js';

/** The run of a handler that is about to start. */
export type DeliveryRun = Pick<
  WebhookDelivery,
  'chave' | 'tratador' | 'tipo' | 'txid' | 'endToEndId' | 'idRec' | 'horario' | 'recebidoEm'
>;

/** The history of events, for the back office. What has been handled is decided by the event store, not by this table. */
@Injectable()
export class DeliveryLog {
  constructor(private readonly database: Database) {}

  /** Records that a handler starts on an event. @returns the id of the row */
  async begin(run: DeliveryRun): Promise<number> {
    const attempt = { tentadoEm: new Date(), resultado: 'PROCESSANDO', concluidoEm: null } as const;
    const [row] = await this.database.orm
      .insert(webhookDeliveries)
      .values({ ...run, ...attempt })
      .onConflictDoUpdate({
        target: [webhookDeliveries.chave, webhookDeliveries.tratador],
        set: { ...attempt, tentativas: sql`${webhookDeliveries.tentativas} + 1` },
      })
      .returning({ id: webhookDeliveries.id });
    if (!row) throw new Error('The log of deliveries stored no row');
    return row.id;
  }

  async succeed(id: number): Promise<void> {
    await this.#end(id, { resultado: 'CONCLUIDO', concluidoEm: new Date(), erro: null });
  }

  /** @param erro class of the error */
  async fail(id: number, erro: string): Promise<void> {
    await this.#end(id, { resultado: 'FALHOU', erro: erro.slice(0, 80) });
  }

  async find(id: number): Promise<WebhookDelivery | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.id, id));
    return row;
  }

  /** A run that lost its lease does not overwrite the end of the run that took over. */
  async #end(id: number, result: Partial<WebhookDelivery>): Promise<void> {
    await this.database.orm
      .update(webhookDeliveries)
      .set(result)
      .where(and(eq(webhookDeliveries.id, id), sql`${webhookDeliveries.resultado} <> 'CONCLUIDO'`));
  }
}
