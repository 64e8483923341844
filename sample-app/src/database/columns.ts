import { numeric, timestamp } from 'drizzle-orm/pg-core';

/** An instant to the millisecond, the precision of a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Money is `numeric` in the database and decimal text in the code, never a floating-point number. */
export const money = (name: string) => numeric(name, { precision: 12, scale: 2 });

/** An identifier of a row. PostgreSQL refuses other texts with an error, so they are compared before a query. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
