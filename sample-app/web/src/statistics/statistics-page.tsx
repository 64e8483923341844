import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { DayView, PeriodView } from '../../../src/backoffice/statistics/statistics.view.js';
import { call, withQuery } from '../api/call.js';
import { Button } from '../components/button.js';
import { CalendarDate } from '../components/date-time.js';
import { Field } from '../components/field.js';
import { Loading } from '../components/loading.js';
import { Money } from '../components/money.js';
import { type Column, Table } from '../components/table.js';
import { useFocus } from '../hooks/use-focus.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useTitle } from '../hooks/use-title.js';
import '../lists/filters.css';
import { Fact, Facts } from '../lists/facts.js';
import { formatDate } from '../text/dates.js';
import { formatMoney } from '../text/money.js';
import { BarChart } from './bar-chart.js';
import { findScale } from './find-scale.js';
import { formatShare } from './format-share.js';
import './statistics-page.css';

const COLUMNS: readonly Column<DayView>[] = [
  { title: 'Dia', cell: ({ dia }) => <CalendarDate value={dia} /> },
  { title: 'Receita', isNumber: true, cell: ({ receita }) => <Money value={receita} /> },
  { title: 'Devolvido', isNumber: true, cell: ({ devolvido }) => <Money value={devolvido} /> },
  { title: 'Pedidos', isNumber: true, cell: ({ criados }) => criados },
  { title: 'Pagos', isNumber: true, cell: ({ pagos }) => pagos },
  { title: 'Conversão', isNumber: true, cell: ({ conversao }) => formatShare(conversao) },
];

/** Revenue and conversion by day. */
export function StatisticsPage() {
  useTitle('Números');
  const heading = useFocus<HTMLHeadingElement>();
  const { path, query, route } = useLocation();
  const { de, ate } = query;
  const request = withQuery('/api/admin/statistics', { de, ate });
  const numbers = useLoaded((signal) => call<PeriodView>(request, { signal }), [request]);
  return (
    <section class="numbers" aria-labelledby="numbers-title">
      <div class="page-head">
        <h1 id="numbers-title" ref={heading} tabIndex={-1}>
          Números
        </h1>
      </div>
      <PeriodForm
        key={request}
        de={de ?? numbers.data?.de ?? ''}
        ate={ate ?? numbers.data?.ate ?? ''}
        onChange={(period) => route(withQuery(path, period))}
      />
      <Loading loaded={numbers}>{(view) => <Numbers view={view} />}</Loading>
    </section>
  );
}

interface PeriodFormProps {
  readonly de: string;
  readonly ate: string;
  readonly onChange: (period: { readonly de: string; readonly ate: string }) => void;
}

function PeriodForm({ onChange, ...shown }: PeriodFormProps) {
  const [draft, setDraft] = useState<{ readonly de?: string; readonly ate?: string }>({});
  const { de, ate } = { ...shown, ...draft };
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ de, ate });
      }}
    >
      <Field label="De">
        {(control) => (
          <input
            {...control}
            type="date"
            value={de}
            onInput={({ currentTarget: { value } }) => setDraft({ ...draft, de: value })}
          />
        )}
      </Field>
      <Field label="Até">
        {(control) => (
          <input
            {...control}
            type="date"
            value={ate}
            onInput={({ currentTarget: { value } }) => setDraft({ ...draft, ate: value })}
          />
        )}
      </Field>
      <div class="filters-actions">
        <Button kind="primary" type="submit">
          Mostrar
        </Button>
      </div>
    </form>
  );
}

function Numbers({ view: { dias, total } }: { readonly view: PeriodView }) {
  const best = dias.reduce<DayView | undefined>(
    (most, day) => (Number(day.receita) > Number(most?.receita ?? 0) ? day : most),
    undefined,
  );
  const top = best?.receita ?? '0.00';
  return (
    <>
      <Totals total={total} />
      <p>
        Receita e devoluções contam os pagamentos de pedidos, faturas e meses. Pagamentos para
        conferir e as devoluções deles não entram.
      </p>
      <h2>Receita por dia</h2>
      <BarChart
        description={
          best
            ? `Receita por dia. O maior dia é ${formatDate(best.dia)}, com ${formatMoney(top)}.`
            : 'Receita por dia. Não houve receita no período.'
        }
        scale={findScale(Number(top))}
        empty="Sem receita no período"
        bars={dias.map(({ dia, receita }) => ({
          label: formatDate(dia),
          height: Number(receita) || null,
          text: formatMoney(receita),
        }))}
      />
      <h2>Conversão por dia</h2>
      <BarChart
        description={`Conversão por dia: pedidos pagos entre os criados. No período, ${formatShare(total.conversao)}.`}
        scale={{ height: 1, top: '100%', middle: '50%' }}
        empty="Sem pedidos no período"
        bars={dias.map(({ dia, conversao }) => ({
          label: formatDate(dia),
          height: conversao === null ? null : Number(conversao),
          text: formatShare(conversao),
        }))}
      />
      <details>
        <summary>Ver os números em uma tabela</summary>
        <Table
          caption="Receita e conversão por dia"
          columns={COLUMNS}
          rows={dias}
          rowKey={({ dia }) => dia}
          empty="Nenhum dia."
        />
      </details>
    </>
  );
}

function Totals({ total }: Pick<PeriodView, 'total'>) {
  return (
    <Facts>
      <Fact name="Receita">
        <Money value={total.receita} />
      </Fact>
      <Fact name="Devolvido">
        <Money value={total.devolvido} />
      </Fact>
      <Fact name="Pedidos">{total.criados}</Fact>
      <Fact name="Pedidos pagos">{total.pagos}</Fact>
      <Fact name="Conversão">{formatShare(total.conversao)}</Fact>
    </Facts>
  );
}
