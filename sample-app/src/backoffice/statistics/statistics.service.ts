import { BadRequestException, Injectable } from '@nestjs/common';
import { eq, sql } from 'drizzle-orm';
import { Database } from '../../database/database.js';
import { orders, payments, refunds } from '../../database/schema.js';
import type { Period } from '../../lists/list-query.dto.js';
import { inPeriod, TIME_ZONE, toDay } from '../../lists/period.js';
import type { DayView, PeriodView } from './statistics.view.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

type Row = Omit<DayView, 'dia'> & { readonly dia: string | null };

/** Numbers of the shop by day, computed by the database. */
@Injectable()
export class StatisticsService {
  constructor(private readonly database: Database) {}

  /** @throws BadRequestException for a period that ends before it starts, or has more than 366 days */
  async read(query: Period): Promise<PeriodView> {
    const period = resolvePeriod(query, new Date());
    const rows = await this.#query(period);
    const dias = rows.filter((row): row is DayView => row.dia !== null);
    const total = rows.find(({ dia }) => dia === null);
    if (!total) throw new Error('The database returned no total');
    const { criados, pagos, conversao, receita, devolvido } = total;
    return { ...period, dias, total: { criados, pagos, conversao, receita, devolvido } };
  }

  /** The row without a day is the total. */
  async #query(period: Required<Period>): Promise<readonly Row[]> {
    const { orm } = this.database;
    const created = orm
      .select({
        dia: toDay(orders.criadoEm).as('dia'),
        criados: sql`count(*)`.as('criados'),
        pagos: sql`count(${orders.pagoEm})`.as('pagos'),
      })
      .from(orders)
      .where(inPeriod(orders.criadoEm, period))
      .groupBy(sql`1`);
    const paid = orm
      .select({
        dia: toDay(payments.horario).as('dia'),
        receita: sql`sum(${payments.valor})`.as('receita'),
      })
      .from(payments)
      .where(sql`${eq(payments.situacao, 'APLICADO')} AND ${inPeriod(payments.horario, period)}`)
      .groupBy(sql`1`);
    const returned = orm
      .select({
        dia: toDay(refunds.concluidaEm).as('dia'),
        devolvido: sql`sum(${refunds.valor})`.as('devolvido'),
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.endToEndId, refunds.endToEndId))
      .where(
        sql`${eq(refunds.status, 'DEVOLVIDA')} AND ${eq(payments.situacao, 'APLICADO')}
          AND ${inPeriod(refunds.concluidaEm, period)}`,
      )
      .groupBy(sql`1`);
    const result = await orm.execute(sql`
      SELECT to_char(d.dia, 'YYYY-MM-DD') AS dia,
        coalesce(sum(c.criados), 0)::int AS criados,
        coalesce(sum(c.pagos), 0)::int AS pagos,
        round(sum(c.pagos)::numeric / nullif(sum(c.criados), 0), 4)::text AS conversao,
        coalesce(sum(p.receita), 0)::numeric(14, 2)::text AS receita,
        coalesce(sum(r.devolvido), 0)::numeric(14, 2)::text AS devolvido
      FROM (
        SELECT generate_series(${period.de}::date, ${period.ate}::date, interval '1 day')::date AS dia
      ) AS d
      LEFT JOIN (${created}) AS c ON c.dia = d.dia
      LEFT JOIN (${paid}) AS p ON p.dia = d.dia
      LEFT JOIN (${returned}) AS r ON r.dia = d.dia
      GROUP BY ROLLUP (d.dia)
      ORDER BY d.dia NULLS LAST`);
    return (result as { readonly rows: readonly Row[] }).rows;
  }
}

/** Without days, the 30 days until today. */
export function resolvePeriod({ de, ate }: Period, now: Date): Required<Period> {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(now);
  const last = ate ?? today;
  const first = de ?? toText(Date.parse(last) - (DEFAULT_DAYS - 1) * DAY_MS);
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (days < 1) throw new BadRequestException('ate deve ser depois de de');
  if (days > MAX_DAYS) throw new BadRequestException(`O período tem no máximo ${MAX_DAYS} dias`);
  return { de: first, ate: last };
}

function toText(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}
