import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import type { Page } from '../../../src/lists/page.view.js';
import { call, type Query, withQuery } from '../api/call.js';
import { Alert } from '../components/alert.js';
import { Button, ButtonLink } from '../components/button.js';
import { Loading } from '../components/loading.js';
import { type Column, Table } from '../components/table.js';
import { useFocus } from '../hooks/use-focus.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useTitle } from '../hooks/use-title.js';
import { type Choice, Filters } from './filters.js';

interface ListPageProps<Row> {
  readonly title: string;
  /** Route of the list; its export has the same with `.csv`. */
  readonly api: string;
  /** Filters that are always set. */
  readonly fixed?: Query;
  /** What the search finds. */
  readonly searchHint: string;
  readonly choices: readonly Choice[];
  /** The last column may need a reload after an action. */
  readonly columns: (reload: () => Promise<void>) => readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** What an empty list says, without a full stop: "Nenhuma fatura". */
  readonly empty: string;
  /** Failure of an action on a row. */
  readonly error?: string | undefined;
  /** Above the filters, such as a form that adds a row. */
  readonly tools?: (reload: () => Promise<void>) => ComponentChildren;
  /** Below the list. */
  readonly children?: ComponentChildren;
}

/** A list of the back office with search, filters, pages and export. The address has the filters. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, api, fixed = {}, searchHint, choices, columns, rowKey, empty, error } = props;
  useTitle(title);
  const heading = useFocus<HTMLHeadingElement>();
  const { path, query, route } = useLocation();
  const { depois, ...filters } = query;
  const isFiltered = Object.keys(filters).length > 0;
  const request = withQuery(api, { ...filters, ...fixed, depois });
  const loaded = useLoaded((signal) => call<Page<Row>>(request, { signal }), [request]);
  return (
    <section aria-labelledby="list-title">
      <div class="page-head">
        <h1 id="list-title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <ButtonLink href={withQuery(`${api}.csv`, { ...filters, ...fixed })} download="">
          Baixar CSV
        </ButtonLink>
      </div>
      {props.tools?.(loaded.reload)}
      <Filters
        key={JSON.stringify(filters)}
        values={filters}
        choices={choices}
        searchHint={searchHint}
        isLoading={loaded.isLoading}
        onChange={(values) => {
          const next = withQuery(path, values);
          // The same filters again: the list may have changed.
          if (next === withQuery(path, query)) void loaded.reload();
          else route(next);
        }}
      />
      <Alert message={error} />
      <Loading loaded={loaded}>
        {({ itens, proxima }) => (
          <>
            <Table
              caption={title}
              columns={columns(loaded.reload)}
              rows={itens}
              rowKey={rowKey}
              empty={isFiltered ? `${empty} com estes filtros.` : `${empty}.`}
            />
            <nav class="list-pages" aria-label="Páginas">
              {depois !== undefined && (
                <Button onClick={() => route(withQuery(path, filters))}>Primeira página</Button>
              )}
              {proxima !== null && (
                <Button onClick={() => route(withQuery(path, { ...filters, depois: proxima }))}>
                  Próxima página
                </Button>
              )}
            </nav>
          </>
        )}
      </Loading>
      {props.children}
    </section>
  );
}
