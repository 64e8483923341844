import { Controller, Get, HttpCode, Inject, NotFoundException, Param, Post } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import type { BullMqEventQueue } from 'nestjs-pix/bullmq';
import { OnlyAdmin } from '../access/session.guard.js';
import { Live } from '../charges/live.js';
import { Database, INSTANT } from '../database/database.js';
import { EVENT_QUEUE } from '../redis/redis.module.js';

/** A change that the ledger tells a handler of the shop. */
export interface DeliveryView {
  readonly numero: number;
  readonly evento: string;
  /** `Class.method`. */
  readonly tratador: string | null;
  readonly cobranca: string | null;
  readonly em: string;
  readonly tentativas: number;
  readonly concluidaEm: string | null;
}

/** A notification of the bank whose attempts in the queue are used up. */
export interface DeadLetterView {
  readonly chave: string;
  readonly tipo: string;
  readonly falhouEm: string;
  readonly tentativas: number;
  /** Why the last attempt failed. */
  readonly motivo: string;
}

export interface DeliveriesView {
  /** What waits first, then the latest. */
  readonly avisos: readonly DeliveryView[];
  /** Empty without a queue. */
  readonly falhas: readonly DeadLetterView[];
}

/** How many of each are listed. */
const LATEST = 100;

const MAX_REASON = 200;

/** The type of a notification that the key of the queue does not open. */
const UNOPENED = 'ilegível';

@Controller('api/admin/deliveries')
@OnlyAdmin()
export class DeliveriesController {
  constructor(
    private readonly database: Database,
    @Inject(EVENT_QUEUE) private readonly queue: BullMqEventQueue | null,
    live: Live,
  ) {
    live.serve('/api/admin/deliveries', () => this.list());
  }

  @Get()
  async list(): Promise<DeliveriesView> {
    const avisos = await this.database.rows<DeliveryView>(sql`
      SELECT number::int AS numero, event AS evento, handler AS tratador, charge AS cobranca, attempts AS tentativas,
        to_char(created_at AT TIME ZONE 'UTC', ${INSTANT}) AS em,
        to_char(completed_at AT TIME ZONE 'UTC', ${INSTANT}) AS "concluidaEm"
      FROM pix_notice WHERE account = 'default'
      ORDER BY completed_at IS NOT NULL, number DESC LIMIT ${LATEST}`);
    return { avisos, falhas: await this.#listDeadLetters() };
  }

  /** Puts a notification into the queue again. What has been handled has no second effect. */
  @Post(':chave/retry')
  @HttpCode(200)
  async retry(@Param('chave') chave: string): Promise<DeliveriesView> {
    const isQueued = this.queue !== null && (await this.queue.replay(chave));
    if (!isQueued) throw new NotFoundException('A notificação não está entre as que falharam');
    return this.list();
  }

  async #listDeadLetters(): Promise<DeadLetterView[]> {
    const letters = (await this.queue?.deadLetters({ limit: LATEST })) ?? [];
    return letters.map(({ key, event, reason, attempts, failedAt }) => ({
      chave: key,
      tipo: event?.type ?? UNOPENED,
      falhouEm: failedAt.toISOString(),
      tentativas: attempts,
      // Further lines of database errors contain the values of the query.
      motivo: (reason.split('\n', 1)[0] ?? '').slice(0, MAX_REASON),
    }));
  }
}
