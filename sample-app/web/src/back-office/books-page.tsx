import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { BooksView, DayView, DifferenceView } from '../../../src/books/books.controller.js';
import { call, withQuery } from '../api/call.js';
import { Alert, Notice } from '../components/alert.js';
import { Button } from '../components/button.js';
import { CalendarDate } from '../components/date-time.js';
import { Fact, Facts } from '../components/facts.js';
import { InputField } from '../components/field.js';
import { Loading } from '../components/loading.js';
import { Money } from '../components/money.js';
import { type Column, Table } from '../components/table.js';
import { useAction } from '../hooks/use-action.js';
import { useLive } from '../live/use-live.js';
import { addDays, formatDate, today } from '../text/dates.js';
import { formatMoney, sumMoney } from '../text/money.js';
import { AdminPage } from './admin-page.js';
import { BarChart, findScale } from './bar-chart.js';

interface Period {
  readonly de: string;
  readonly ate: string;
}

/** Received and given back by day, and the comparison with the bank. */
export function BooksPage() {
  const { path, query, route } = useLocation();
  const { de = addDays(today(), -13), ate = today() } = query;
  const request = withQuery('/api/admin/books', { de, ate });
  const days = useLive<DayView[]>(request);
  return (
    <AdminPage title="Livros">
      <PeriodForm
        key={request}
        period={{ de, ate }}
        onChange={(period) => route(withQuery(path, { ...period }))}
      />
      <Loading loaded={days}>{(rows) => <Days days={rows} />}</Loading>
      <Reconciliation key={`bank ${request}`} period={{ de, ate }} onDone={days.reload} />
    </AdminPage>
  );
}

interface PeriodFormProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

function PeriodForm({ period, onChange }: PeriodFormProps) {
  const [draft, setDraft] = useState(period);
  return (
    <form
      class="admin-form"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(draft);
      }}
    >
      {(['de', 'ate'] as const).map((name) => (
        <InputField
          key={name}
          label={name === 'de' ? 'De' : 'Até'}
          type="date"
          required
          value={draft[name]}
          onType={(value) => setDraft({ ...draft, [name]: value })}
        />
      ))}
      <div class="wide">
        <Button kind="primary" type="submit">
          Mostrar
        </Button>
      </div>
    </form>
  );
}

function Days({ days }: { readonly days: readonly DayView[] }) {
  const received = sumMoney(days.map(({ recebido }) => recebido));
  const returned = sumMoney(days.map(({ devolvido }) => devolvido));
  // The numbers are only for drawing.
  const highest = Math.max(
    ...days.map(({ recebido, devolvido }) => Math.max(Number(recebido), Number(devolvido))),
  );
  return (
    <>
      <Facts>
        <Fact name="Recebido">
          <Money value={received} />
        </Fact>
        <Fact name="Devolvido">
          <Money value={returned} />
        </Fact>
        <Fact name="Pagamentos">{days.reduce((sum, { pagamentos }) => sum + pagamentos, 0)}</Fact>
      </Facts>
      <h2>Recebido e devolvido por dia</h2>
      <BarChart
        description={`Por dia: recebido, ${formatMoney(received)} no período, e devolvido, ${formatMoney(returned)}.`}
        names={['Recebido', 'Devolvido']}
        scale={findScale(highest)}
        empty="Nada recebido no período"
        bars={days.map(({ dia, recebido, devolvido }) => ({
          label: formatDate(dia),
          values: [recebido, devolvido],
        }))}
      />
      <details>
        <summary>Ver os números em uma tabela</summary>
        <Table
          caption="Recebido e devolvido por dia"
          columns={DAYS}
          rows={days}
          rowKey={({ dia }) => dia}
          empty="Nenhum dia."
        />
        <p>
          <a href={toCsv(days)} download={`livros-${days[0]?.dia ?? ''}.csv`}>
            Baixar em CSV
          </a>
        </p>
      </details>
    </>
  );
}

/** Builds the address of a file that spreadsheets in Portuguese open: semicolons, decimal commas, and the mark of UTF-8. */
function toCsv(days: readonly DayView[]): string {
  const rows = days.map(({ dia, recebido, pagamentos, devolvido }) => [
    formatDate(dia),
    recebido.replace('.', ','),
    String(pagamentos),
    devolvido.replace('.', ','),
  ]);
  const lines = [DAYS.map(({ title }) => title), ...rows].map((cells) => `${cells.join(';')}\r\n`);
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${lines.join('')}`)}`;
}

const DAYS: readonly Column<DayView>[] = [
  { title: 'Dia', cell: ({ dia }) => <CalendarDate value={dia} /> },
  { title: 'Recebido', isNumber: true, cell: ({ recebido }) => <Money value={recebido} /> },
  { title: 'Pagamentos', isNumber: true, cell: ({ pagamentos }) => pagamentos },
  { title: 'Devolvido', isNumber: true, cell: ({ devolvido }) => <Money value={devolvido} /> },
];

interface ReconciliationProps {
  readonly period: Period;
  readonly onDone: () => Promise<void>;
}

/** Counts the period against the lists of the bank. What the shop lacks is imported. */
function Reconciliation({ period, onDone }: ReconciliationProps) {
  const [books, setBooks] = useState<BooksView>();
  const reconcile = useAction(async () => {
    setBooks(await call<BooksView>('/api/admin/books', { method: 'POST', body: period }));
    await onDone();
  });
  return (
    <>
      <h2>Conferência com o banco</h2>
      <Alert message={reconcile.error} />
      <p>
        <Button isBusy={reconcile.isBusy} onClick={() => void reconcile.run()}>
          Conferir com o banco
        </Button>
      </p>
      <div role="status">{books && <Books books={books} />}</div>
    </>
  );
}

function Books({ books }: { readonly books: BooksView }) {
  const facts = [
    ['Saldo anterior', books.anterior],
    ['Recebido', books.recebido],
    ['Devolvido', books.devolvido],
    ['Saldo', books.saldo],
    ['Devoluções em trânsito', books.emTransito],
    ['Recebido menos devolvido, no banco', books.banco],
    ['Diferença', books.diferenca],
  ] as const;
  return (
    <>
      <Facts>
        {facts.map(([name, valor]) => (
          <Fact key={name} name={name}>
            {formatMoney(valor)}
          </Fact>
        ))}
      </Facts>
      {books.diferencas.length === 0 ? (
        <Notice>Os livros da loja e as listas do banco são iguais, até o centavo.</Notice>
      ) : (
        <Table
          caption="Diferenças, já importadas"
          columns={DIFFERENCES}
          rows={books.diferencas}
          rowKey={({ endToEndId, devolucao }) => `${endToEndId} ${String(devolucao)}`}
          empty=""
        />
      )}
    </>
  );
}

const formatAmount = (valor: string | null) => (valor === null ? 'Não tinha' : formatMoney(valor));

const DIFFERENCES: readonly Column<DifferenceView>[] = [
  { title: 'Pix', cell: ({ endToEndId }) => <code>{endToEndId}</code> },
  { title: 'O que', cell: ({ devolucao }) => (devolucao === null ? 'Pagamento' : 'Devolução') },
  { title: 'Na loja', isNumber: true, cell: ({ loja }) => formatAmount(loja) },
  { title: 'No banco', isNumber: true, cell: ({ banco }) => formatAmount(banco) },
];
