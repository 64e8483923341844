import { ConfigurationError } from '../../../errors/index.js';

/** What the stores need of PostgreSQL: a `Pool` of `pg`, a PGlite, or whatever has such a method. */
export interface PostgresDatabase {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * A table's name as it stands in a statement: quoted, with its schema when one is given.
 *
 * @throws ConfigurationError on a name that is not made of lower-case letters, digits and underscores
 */
export function tableName(name: string): string {
  const parts = name.split('.');
  if (parts.length > 2 || parts.some((part) => !/^[a-z_][a-z0-9_]{0,62}$/.test(part))) {
    throw new ConfigurationError(
      `${JSON.stringify(name)} is no table name: use lower-case letters, digits and underscores, with a schema or without.`,
    );
  }
  return parts.map((part) => `"${part}"`).join('.');
}

/**
 * One statement that makes tables and indexes which are not there yet. Processes that start together wait for one
 * another: `IF NOT EXISTS` alone fails when two of them make the same table at the same moment.
 */
export function migration(...statements: readonly string[]): string {
  return [
    'DO $$ BEGIN',
    `  PERFORM pg_advisory_xact_lock(hashtext('nestjs-pix'));`,
    ...statements.map((statement) => `  ${statement};`),
    'END $$',
  ].join('\n');
}
