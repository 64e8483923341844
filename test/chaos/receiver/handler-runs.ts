import type { Pool } from 'pg';
import { openPostgres } from '../../services/support/servers.js';

/** One run of a handler. Times in milliseconds since the epoch, by PostgreSQL's clock. */
export interface Run {
  readonly id: number;
  readonly event: string;
  /** The process that ran it. */
  readonly pid: number;
  readonly begunAt: number;
  /** `undefined` while it runs, or when its process was killed. */
  readonly endedAt: number | undefined;
  readonly killed: boolean;
  readonly effects: number;
}

interface RunRow {
  id: number;
  event: string;
  pid: number;
  killed: boolean;
  begun: number;
  ended: number | null;
  effects: number;
}

const MILLISECONDS = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/** Records what handlers did, in a database that the outages of the run do not affect. */
export class HandlerRuns {
  private constructor(
    private readonly pool: Pool,
    private readonly name: string,
  ) {}

  static async open(name: string, connections = 4): Promise<HandlerRuns> {
    return new HandlerRuns(await openPostgres(connections), name);
  }

  get database(): Pool {
    return this.pool;
  }

  async prepare(): Promise<void> {
    await this.pool.query(`
      CREATE SCHEMA ${this.name};
      CREATE TABLE ${this.name}.runs (
        id serial PRIMARY KEY, event text NOT NULL, pid int NOT NULL,
        begun_at timestamptz NOT NULL DEFAULT clock_timestamp(), ended_at timestamptz,
        killed boolean NOT NULL DEFAULT false
      );
      CREATE TABLE ${this.name}.effects (event text NOT NULL, run int NOT NULL);
    `);
  }

  async begin(event: string): Promise<number> {
    const { rows } = await this.pool.query<{ id: number }>(
      `INSERT INTO ${this.name}.runs (event, pid) VALUES ($1, $2) RETURNING id`,
      [event, process.pid],
    );
    return rows[0]!.id;
  }

  /** Returns the statement that records an effect; a handler's own transaction can execute it. */
  effect(event: string, run: number): { text: string; values: unknown[] } {
    return { text: `INSERT INTO ${this.name}.effects VALUES ($1, $2)`, values: [event, run] };
  }

  async record(event: string, run: number): Promise<void> {
    const { text, values } = this.effect(event, run);
    await this.pool.query(text, values);
  }

  async end(run: number): Promise<void> {
    await this.pool.query(
      `UPDATE ${this.name}.runs SET ended_at = clock_timestamp() WHERE id = $1`,
      [run],
    );
  }

  /** Marks the runs of a killed process as ended, including recent ones that may not be completed in the store. */
  async killed(pid: number): Promise<void> {
    await this.pool.query(
      `UPDATE ${this.name}.runs
       SET killed = true, ended_at = coalesce(ended_at, clock_timestamp())
       WHERE pid = $1 AND (ended_at IS NULL OR ended_at > clock_timestamp() - interval '1 second')`,
      [pid],
    );
  }

  async effects(): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      `SELECT count(DISTINCT event)::int AS count FROM ${this.name}.effects`,
    );
    return rows[0]!.count;
  }

  /** Returns all runs, ordered by their start. */
  async runs(): Promise<Run[]> {
    const { rows } = await this.pool.query<RunRow>(`
      SELECT id, event, pid, killed, ${MILLISECONDS('begun_at')} AS begun,
        ${MILLISECONDS('ended_at')} AS ended,
        (SELECT count(*)::int FROM ${this.name}.effects WHERE run = id) AS effects
      FROM ${this.name}.runs ORDER BY begun_at`);
    return rows.map(({ id, event, pid, killed, begun, ended, effects }) => ({
      id,
      event,
      pid,
      killed,
      begunAt: begun,
      endedAt: ended ?? undefined,
      effects,
    }));
  }

  async remove(): Promise<void> {
    await this.pool.query(`DROP SCHEMA IF EXISTS ${this.name} CASCADE`);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
