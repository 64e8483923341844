import { ConfigurationError } from '../../../errors/index.js';
import { withMethods } from '../../../options/index.js';

/** The rule of an argument that is a {@link PostgresDatabase}. */
export const postgresRule = withMethods(
  'a PostgreSQL client with the method query, such as a Pool of pg',
  ['query'],
);

/**
 * The part of a PostgreSQL client that the stores use: a `Pool` of `pg`, a PGlite, or any object
 * with this method.
 */
export interface PostgresDatabase {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * Quotes a table name for use in a statement, with its schema if there is one.
 *
 * @throws ConfigurationError if the name contains anything but lower-case letters, digits and
 * underscores
 */
export function tableName(name: string): string {
  // Untyped configuration may contain another type.
  const parts = typeof name === 'string' ? name.split('.') : [''];
  if (parts.length > 2 || parts.some((part) => !/^[a-z_][a-z0-9_]{0,62}$/.test(part))) {
    throw new ConfigurationError(
      `${typeof name === 'string' ? JSON.stringify(name) : 'table'} is not a valid table name: use lower-case letters, digits and underscores, with or without a schema.`,
    );
  }
  return parts.map((part) => `"${part}"`).join('.');
}

/**
 * Builds one statement that creates missing tables and indexes. Uses a lock, because `IF NOT
 * EXISTS` fails if two processes create the same table at the same time.
 */
export function migration(...statements: readonly string[]): string {
  return [
    'DO $$ BEGIN',
    `  PERFORM pg_advisory_xact_lock(hashtext('nestjs-pix'));`,
    ...statements.map((statement) => `  ${statement};`),
    'END $$',
  ].join('\n');
}
