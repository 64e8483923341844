import { useEffect } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { BatchView, RowResult } from '../../../src/invoices/batch.view.js';
import { ButtonLink } from '../components/button.js';
import { DateTime } from '../components/date-time.js';
import { Waiting } from '../components/loading.js';
import { Money } from '../components/money.js';
import { StatusBadge, type Tone } from '../components/status-badge.js';
import { type Column, Table } from '../components/table.js';
import { useFocus } from '../hooks/use-focus.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useTitle } from '../hooks/use-title.js';
import { LoadFailurePage } from '../layout/load-failure-page.js';
import { adminInvoicesApi } from './admin-invoices.api.js';
import './admin-invoices-page.css';

/** Milliseconds between two looks at the progress. */
const LOOK = 1_500;

const RESULTS: Readonly<Record<RowResult, readonly [Tone, string]>> = {
  CRIADA: ['good', 'Criada'],
  NEGADA: ['bad', 'Negada'],
  EM_PROCESSAMENTO: ['waiting', 'No banco'],
};

/** The progress of a batch and the result of each row. */
export function BatchPage() {
  const { id = '' } = useRoute().params;
  useTitle('Faturas do arquivo');
  const batch = useLoaded((signal) => adminInvoicesApi.readBatch(id, signal), [id]);
  const { data, reload, isLoading } = batch;
  const isRunning = data !== undefined && data.emProcessamento > 0;
  useEffect(() => {
    if (!isRunning || isLoading) return undefined;
    const timer = setTimeout(() => void reload(), LOOK);
    return () => clearTimeout(timer);
  }, [isRunning, isLoading, reload]);
  if (data) return <Batch batch={data} />;
  if (batch.error === undefined) return <Waiting />;
  return (
    <LoadFailurePage
      loaded={batch}
      unknown="Arquivo não encontrado"
      failed="Não foi possível abrir o arquivo"
    />
  );
}

function Batch({ batch }: { readonly batch: BatchView }) {
  const heading = useFocus<HTMLHeadingElement>();
  const { id, arquivo, criadoEm, total, criadas, negadas, emProcessamento, linhas } = batch;
  return (
    <section aria-labelledby="batch-title">
      <div class="page-head">
        <h1 id="batch-title" ref={heading} tabIndex={-1}>
          {arquivo}
        </h1>
        <ButtonLink href={adminInvoicesApi.resultsUrl(id)} download="resultados-faturas.csv">
          Baixar resultados
        </ButtonLink>
      </div>
      <p>
        Enviado em <DateTime value={criadoEm} />.
      </p>
      <p role="status">
        Criadas: {criadas} de {total}. Negadas: {negadas}. No banco: {emProcessamento}.
      </p>
      <progress value={total - emProcessamento} max={total} aria-label="Faturas com resultado" />
      <Table
        caption="Resultado de cada linha"
        columns={COLUMNS}
        rows={linhas}
        rowKey={(row) => row.id}
        empty="O arquivo não tem faturas."
      />
    </section>
  );
}

const COLUMNS: readonly Column<BatchView['linhas'][number]>[] = [
  { title: 'Linha', isNumber: true, cell: ({ linha }) => linha },
  { title: 'Devedor', cell: ({ id, nome }) => <a href={`/admin/faturas/${id}`}>{nome}</a> },
  { title: 'Valor', isNumber: true, cell: ({ valor }) => <Money value={valor} /> },
  {
    title: 'Resultado',
    cell: ({ resultado }) => (
      <StatusBadge tone={RESULTS[resultado][0]}>{RESULTS[resultado][1]}</StatusBadge>
    ),
  },
  { title: 'Motivo', cell: ({ erro }) => erro ?? '–' },
];
