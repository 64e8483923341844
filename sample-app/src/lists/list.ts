import { BadRequestException } from '@nestjs/common';
import { and, type AnyColumn, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Cursor, type IdType, readCursor, writeCursor } from './cursor.js';
import type { ListQuery } from './list-query.dto.js';
import type { Page } from './page.view.js';
import { inPeriod } from './period.js';

/** Rows of a page, unless the query has another number. */
const PAGE_SIZE = 25;
/** Rows that an export reads at a time. */
const BATCH_SIZE = 500;

/** A list of the back office: where its rows are, and how they are searched and shown. */
export interface ListSource<Row, View> {
  /** The instant by which the list is sorted and filtered, and a unique identifier. An index has both. */
  readonly instant: PgColumn;
  readonly id: PgColumn;
  readonly idType: IdType;
  /** The column of the filter `status`, with its values. */
  readonly status: PgColumn;
  /** Returns the condition of a search. */
  search(text: string): SQL | undefined;
  read(where: SQL | undefined, order: readonly SQL[], limit: number): Promise<Row[]>;
  locate(row: Row): Cursor;
  view(row: Row): View;
}

/**
 * Reads a list in pages and as a whole. Pages continue after the last row of the previous one, so rows that arrive in
 * between neither shift nor repeat others.
 */
export class List<Row, View> {
  constructor(private readonly source: ListSource<Row, View>) {}

  /**
   * @param filter a condition in addition to those of the query
   * @throws BadRequestException for an unknown status or a malformed cursor
   */
  async page(query: ListQuery, filter?: SQL): Promise<Page<View>> {
    const { limite = PAGE_SIZE, depois } = query;
    const after = depois === undefined ? undefined : readCursor(depois, this.source.idType);
    const rows = await this.#read(this.#where(query, filter), after, limite + 1);
    const itens = rows.slice(0, limite);
    const last = rows.length > limite ? itens.at(-1) : undefined;
    return {
      itens: itens.map((row) => this.source.view(row)),
      proxima: last === undefined ? null : writeCursor(this.source.locate(last)),
    };
  }

  /**
   * Returns all rows of a query, without its pages, which are read as they are consumed.
   *
   * @throws BadRequestException for an unknown status, before the first row
   */
  all(query: ListQuery, filter?: SQL): AsyncGenerator<View> {
    return this.#readAll(this.#where(query, filter));
  }

  async *#readAll(where: SQL | undefined): AsyncGenerator<View> {
    let after: Cursor | undefined;
    do {
      const rows: Row[] = await this.#read(where, after, BATCH_SIZE);
      for (const row of rows) yield this.source.view(row);
      const last = rows.length < BATCH_SIZE ? undefined : rows.at(-1);
      after = last === undefined ? undefined : this.source.locate(last);
    } while (after);
  }

  #read(where: SQL | undefined, after: Cursor | undefined, limit: number): Promise<Row[]> {
    const { instant, id, idType } = this.source;
    const place =
      after &&
      sql`(${instant}, ${id}) < (${after.instant.toISOString()}::timestamptz, ${after.id}::${sql.raw(idType)})`;
    return this.source.read(and(where, place), [desc(instant), desc(id)], limit);
  }

  #where(query: ListQuery, filter: SQL | undefined): SQL | undefined {
    const { instant, status } = this.source;
    return and(
      filter,
      inPeriod(instant, query),
      query.status === undefined ? undefined : eq(status, checkStatus(status, query.status)),
      query.busca === undefined ? undefined : this.source.search(query.busca.trim()),
    );
  }
}

function checkStatus({ enumValues = [] }: PgColumn, status: string): string {
  if (enumValues.includes(status)) return status;
  throw new BadRequestException(`status deve ser ${enumValues.join(', ')}`);
}

/** The condition that a column contains a text, without regard to case. */
export function contains(column: AnyColumn, text: string): SQL {
  return sql`${column} ILIKE ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;
}
