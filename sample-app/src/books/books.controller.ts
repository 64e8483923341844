import { BadRequestException, Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { sql } from 'drizzle-orm';
import { PixLedger } from 'nestjs-pix/ledger';
import { OnlyAdmin } from '../access/session.guard.js';
import { addDays, isDay, startOfDay } from '../charges/brazilian-day.js';
import { Live } from '../charges/live.js';
import { Database } from '../database/database.js';

/** What was received and given back on a day of Brasília. Amounts are decimal text. */
export interface DayView {
  /** `YYYY-MM-DD`. */
  readonly dia: string;
  readonly recebido: string;
  readonly pagamentos: number;
  readonly devolvido: string;
}

/** A period counted against the lists of the bank. */
export interface BooksView {
  readonly anterior: string;
  readonly recebido: string;
  readonly devolvido: string;
  readonly saldo: string;
  /** Refunds that have not ended. */
  readonly emTransito: string;
  /** Received less refunded in the lists of the bank. */
  readonly banco: string;
  readonly diferenca: string;
  /** What the ledger did not have; it was imported. */
  readonly diferencas: readonly DifferenceView[];
}

export interface DifferenceView {
  readonly endToEndId: string;
  readonly devolucao: string | null;
  readonly loja: string | null;
  readonly banco: string | null;
}

const IsDay = () =>
  ValidateBy({
    name: 'isDay',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isDay(value),
      defaultMessage: () => 'O período deve ter datas',
    },
  });

class PeriodDto {
  @IsDay()
  de!: string;

  /** The last day. */
  @IsDay()
  ate!: string;
}

/** The longest period, in days. */
const LONGEST = 92;

/** The books of the shop. */
@Controller('api/admin/books')
@OnlyAdmin()
export class BooksController {
  constructor(
    private readonly ledger: PixLedger,
    private readonly database: Database,
    live: Live,
  ) {
    live.serve('/api/admin/books', (_, { de = '', ate = '' }) => this.days({ de, ate }));
  }

  /** Counts a period against the bank, to the cent, and imports what the ledger lacks: after a restore, for example. */
  @Post()
  @HttpCode(200)
  async reconcile(@Body() period: PeriodDto): Promise<BooksView> {
    const books = await this.ledger.books(toInstants(period));
    return {
      anterior: books.carriedForward,
      recebido: books.received,
      devolvido: books.refunded,
      saldo: books.balance,
      emTransito: books.inTransit,
      banco: books.bank,
      diferenca: books.difference,
      diferencas: books.differences.map(({ endToEndId, refundId, ledger, bank }) => ({
        endToEndId,
        devolucao: refundId ?? null,
        loja: ledger ?? null,
        banco: bank ?? null,
      })),
    };
  }

  /** Received and given back by day, as the ledger knows it now. */
  @Get()
  async days(@Query() period: PeriodDto): Promise<DayView[]> {
    const { inicio, fim } = toInstants(period);
    const toDate = (instant: string) =>
      sql.raw(`(${instant} AT TIME ZONE 'America/Sao_Paulo')::date`);
    return this.database.rows(sql`
      WITH moved AS (
        SELECT ${toDate('horario')} AS dia, valor AS recebido, 0 AS devolvido, 1 AS pagamentos
        FROM pix_payment WHERE account = 'default' AND horario >= ${inicio.toISOString()}::timestamptz
          AND horario < ${fim.toISOString()}::timestamptz
        UNION ALL SELECT ${toDate('settled_at')}, 0, valor, 0
        FROM pix_refund WHERE account = 'default' AND state = 'returned'
          AND settled_at >= ${inicio.toISOString()}::timestamptz
          AND settled_at < ${fim.toISOString()}::timestamptz
      )
      SELECT to_char(day, 'YYYY-MM-DD') AS dia,
        coalesce(sum(recebido), 0)::numeric(14, 2)::text AS recebido,
        coalesce(sum(devolvido), 0)::numeric(14, 2)::text AS devolvido,
        coalesce(sum(pagamentos), 0)::int AS pagamentos
      FROM generate_series(${period.de}::date, ${period.ate}::date, interval '1 day') AS day
        LEFT JOIN moved ON moved.dia = day::date
      GROUP BY day ORDER BY day`);
  }
}

/** @throws BadRequestException if the period is none, or too long */
function toInstants({ de, ate }: PeriodDto): { inicio: Date; fim: Date } {
  if (ate < de || ate > addDays(de, LONGEST)) {
    throw new BadRequestException(`O período deve ter de 1 a ${LONGEST} dias`);
  }
  return { inicio: startOfDay(de), fim: startOfDay(addDays(ate, 1)) };
}
