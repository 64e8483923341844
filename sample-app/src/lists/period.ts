import { and, type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { Period } from './list-query.dto.js';

/** The time zone of the days of the back office. */
export const TIME_ZONE = 'America/Sao_Paulo';

/** The condition that an instant is in the period. */
export function inPeriod(instant: AnyColumn, { de, ate }: Period): SQL | undefined {
  return and(
    de === undefined ? undefined : sql`${instant} >= ${startOfDay(sql`${de}::date`)}`,
    ate === undefined ? undefined : sql`${instant} < ${startOfDay(sql`${ate}::date + 1`)}`,
  );
}

/** The day in São Paulo of an instant. */
export function toDay(instant: AnyColumn): SQL {
  return sql`(${instant} AT TIME ZONE ${sql.raw(`'${TIME_ZONE}'`)})::date`;
}

function startOfDay(day: SQL): SQL {
  return sql`((${day})::timestamp AT TIME ZONE ${sql.raw(`'${TIME_ZONE}'`)})`;
}
