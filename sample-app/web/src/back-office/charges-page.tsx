import { useLocation } from 'preact-iso/router';
import type { ChargePageView, ChargeRowView } from '../../../src/backoffice/charges.controller.js';
import { url, withQuery } from '../api/call.js';
import { ChargeBadge } from '../charges/charge-badge.js';
import { KINDS } from '../charges/charge-texts.js';
import { Button } from '../components/button.js';
import { DateTime } from '../components/date-time.js';
import { Field } from '../components/field.js';
import { Loading } from '../components/loading.js';
import { Money } from '../components/money.js';
import { type Column, Table } from '../components/table.js';
import { useLive } from '../live/use-live.js';
import { AdminPage } from './admin-page.js';

/** All charges: those of orders, invoices and months, and the subscriptions themselves. */
export function ChargesPage() {
  const { path, query, route } = useLocation();
  const { depois, ...filters } = query;
  const request = withQuery('/api/admin/charges', query);
  const charges = useLive<ChargePageView>(request);
  return (
    <AdminPage title="Cobranças">
      <Filters
        values={filters}
        onChange={(change) => route(withQuery(path, { ...filters, ...change }))}
      />
      <Loading loaded={charges}>
        {({ itens, proxima }) => (
          <>
            <Table
              caption="Cobranças"
              columns={COLUMNS}
              rows={itens}
              rowKey={({ id }) => id}
              empty="Nenhuma cobrança."
            />
            <nav class="actions" aria-label="Páginas">
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
    </AdminPage>
  );
}

interface FiltersProps {
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

function Filters({ values, onChange }: FiltersProps) {
  return (
    <div class="admin-form">
      {FILTERS.map(({ name, label, options }) => (
        <Field key={name} label={label}>
          {(control) => (
            <select
              {...control}
              value={values[name] ?? ''}
              onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
            >
              <option value="">Qualquer</option>
              {Object.entries(options).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
    </div>
  );
}

/** The states of the ledger, for the filter and the history. */
export const STATES = {
  opening: 'Criando',
  open: 'Aguardando pagamento ou ativa',
  paid: 'Paga',
  expired: 'Expirada',
  cancelling: 'Cancelando',
  cancelled: 'Cancelada',
  refused: 'Negada pelo banco',
};

const FILTERS = [
  { name: 'tipo', label: 'Tipo', options: KINDS },
  { name: 'situacao', label: 'Situação', options: STATES },
] as const;

const COLUMNS: readonly Column<ChargeRowView>[] = [
  {
    title: 'Assunto',
    cell: ({ id, assunto }) => <a href={url`/admin/cobrancas/${id}`}>{assunto}</a>,
  },
  { title: 'Tipo', cell: ({ tipo }) => KINDS[tipo] },
  { title: 'Criada em', cell: ({ criadaEm }) => <DateTime value={criadaEm} /> },
  {
    title: 'Valor',
    isNumber: true,
    cell: ({ valor }) => (valor === null ? '–' : <Money value={valor} />),
  },
  { title: 'Situação', cell: (charge) => <ChargeBadge charge={charge} /> },
];
