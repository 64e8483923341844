import type { ComponentChildren } from 'preact';
import { Notice } from './alert.js';
import './table.css';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Amounts and counts align at the right. */
  readonly isNumber?: boolean;
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Shown instead of a table without rows. */
  readonly empty: ComponentChildren;
}

/**
 * Rows and columns; on a phone each row becomes a card whose cells name their column. The roles are explicit because the
 * styles of the cards take the implicit ones away in some browsers.
 */
export function Table<Row>({ caption, columns, rows, rowKey, empty }: TableProps<Row>) {
  if (rows.length === 0) return <Notice>{empty}</Notice>;
  return (
    <div class="table-frame">
      <table class="table" role="table">
        <caption class="hidden-text">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, isNumber }) => (
              <th
                key={title}
                role="columnheader"
                scope="col"
                class={isNumber ? 'number' : undefined}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map(({ title, cell, isNumber }) => (
                <td
                  key={title}
                  role="cell"
                  data-title={title}
                  class={isNumber ? 'number' : undefined}
                >
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
