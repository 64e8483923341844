import type {
  DeadLetterView,
  DeliveriesView,
  DeliveryView,
} from '../../../src/deliveries/deliveries.controller.js';
import { call, url } from '../api/call.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { DateTime } from '../components/date-time.js';
import { Loading } from '../components/loading.js';
import { StatusBadge } from '../components/status-badge.js';
import { type Column, Table } from '../components/table.js';
import { useAction } from '../hooks/use-action.js';
import { useLive } from '../live/use-live.js';
import { AdminPage } from './admin-page.js';

const PATH = '/api/admin/deliveries';

/** What the ledger tells the shop, and notifications of the bank that the queue has given up. */
export function DeliveriesPage() {
  const deliveries = useLive<DeliveriesView>(PATH);
  const { setData } = deliveries;
  const retry = useAction(async (key: string) => {
    setData(
      await call<DeliveriesView>(url`/api/admin/deliveries/${key}/retry`, { method: 'POST' }),
    );
    // The button goes with its failure.
    document.querySelector('h1')?.focus();
  });
  const action: Column<DeadLetterView> = {
    title: 'Ação',
    cell: ({ chave }) => (
      <Button isBusy={retry.isBusy} onClick={() => void retry.run(chave)}>
        Repetir
      </Button>
    ),
  };
  return (
    <AdminPage title="Entregas">
      <Alert message={retry.error} />
      <Loading loaded={deliveries}>
        {({ avisos, falhas }) => (
          <>
            <Table
              caption="Avisos do livro à loja"
              columns={NOTICES}
              rows={avisos}
              rowKey={({ numero }) => String(numero)}
              empty="Nenhum aviso."
            />
            <h2>Notificações do banco que falharam</h2>
            <Table
              caption="Notificações do banco que falharam"
              columns={[...LETTERS, action]}
              rows={falhas}
              rowKey={({ chave }) => chave}
              empty="Nenhuma falha na fila."
            />
          </>
        )}
      </Loading>
    </AdminPage>
  );
}

const EVENTS: Readonly<Record<string, string>> = {
  opened: 'Criada',
  approved: 'Aprovada',
  paid: 'Paga',
  expired: 'Expirada',
  cancelled: 'Cancelada',
  refused: 'Negada',
  refunded: 'Devolvida',
  task: 'Tarefa',
};

const NOTICES: readonly Column<DeliveryView>[] = [
  { title: 'Em', cell: ({ em }) => <DateTime value={em} /> },
  { title: 'Mudança', cell: ({ evento }) => EVENTS[evento] ?? evento },
  { title: 'Tratador', cell: ({ tratador }) => <code>{tratador ?? '–'}</code> },
  {
    title: 'Cobrança',
    cell: ({ cobranca }) =>
      cobranca === null ? '–' : <a href={url`/admin/cobrancas/${cobranca}`}>Ver cobrança</a>,
  },
  {
    title: 'Resultado',
    cell: ({ concluidaEm, tentativas }) => {
      if (concluidaEm !== null) return <StatusBadge tone="good">Concluída</StatusBadge>;
      return tentativas > 1 ? (
        <StatusBadge tone="bad">Falhou, tenta de novo</StatusBadge>
      ) : (
        <StatusBadge tone="waiting">Na vez</StatusBadge>
      );
    },
  },
  { title: 'Tentativas', isNumber: true, cell: ({ tentativas }) => tentativas },
];

const LETTERS: readonly Column<DeadLetterView>[] = [
  { title: 'Falhou em', cell: ({ falhouEm }) => <DateTime value={falhouEm} /> },
  { title: 'Tipo', cell: ({ tipo }) => tipo },
  { title: 'Motivo', cell: ({ motivo }) => motivo },
  { title: 'Tentativas', isNumber: true, cell: ({ tentativas }) => tentativas },
];
