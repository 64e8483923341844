import type { DeliveryView } from '../../../src/backoffice/deliveries/delivery.view.js';
import { DateTime } from '../components/date-time.js';
import { StatusBadge, type Tone } from '../components/status-badge.js';
import type { Column } from '../components/table.js';
import { useToast } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';
import { ListPage } from '../lists/list-page.js';
import { useSession } from '../session/session.js';
import { DeadLetters } from './dead-letters.js';
import { deliveriesApi } from './deliveries.api.js';
import { describeEventType } from './event-types.js';
import { ReplayButton } from './replay-button.js';

const OUTCOMES: Readonly<Record<DeliveryView['resultado'], string>> = {
  PROCESSANDO: 'Processando',
  CONCLUIDO: 'Concluída',
  FALHOU: 'Falhou',
};

const TONES: Readonly<Record<DeliveryView['resultado'], Tone>> = {
  PROCESSANDO: 'waiting',
  CONCLUIDO: 'good',
  FALHOU: 'bad',
};

/** What a person reads after a replay. */
const REPLAYED: Readonly<Record<DeliveryView['resultado'], string>> = {
  PROCESSANDO: 'A repetição ainda está em andamento. Atualize a lista em instantes.',
  CONCLUIDO: 'Entrega concluída.',
  FALHOU: 'A entrega falhou de novo. A causa está no registro (log) da loja.',
};

const COLUMNS: readonly Column<DeliveryView>[] = [
  { title: 'Recebida em', cell: ({ recebidoEm }) => <DateTime value={recebidoEm} /> },
  { title: 'Tipo', cell: ({ tipo }) => describeEventType(tipo) },
  {
    title: 'Identificador',
    cell: ({ endToEndId, txid, idRec, chave }) => (
      <code>{endToEndId ?? txid ?? idRec ?? chave}</code>
    ),
  },
  {
    title: 'Resultado',
    cell: ({ resultado }) => (
      <StatusBadge tone={TONES[resultado]}>{OUTCOMES[resultado]}</StatusBadge>
    ),
  },
  { title: 'Erro', cell: ({ erro }) => erro ?? '–' },
  { title: 'Tentativas', isNumber: true, cell: ({ tentativas }) => tentativas },
];

interface DeliveryListProps {
  readonly title: string;
  readonly empty: string;
  /** Only those whose last attempt failed. */
  readonly onlyFailed?: boolean;
}

function DeliveryList({ title, empty, onlyFailed = false }: DeliveryListProps) {
  const { canOperate } = useSession();
  const showToast = useToast();
  const replay = useAction(async (id: number, reload: () => Promise<void>) => {
    showToast();
    try {
      showToast(REPLAYED[(await deliveriesApi.replay(id)).resultado]);
    } finally {
      await reload();
    }
  });
  const columns = (reload: () => Promise<void>): readonly Column<DeliveryView>[] => {
    if (!canOperate) return COLUMNS;
    const cell = (delivery: DeliveryView) => (
      <ReplayButton
        delivery={delivery}
        isBusy={replay.isBusy}
        onReplay={() => void replay.run(delivery.id, reload)}
      />
    );
    return [...COLUMNS, { title: 'Ação', cell }];
  };
  return (
    <ListPage<DeliveryView>
      title={title}
      api={deliveriesApi.path}
      {...(onlyFailed && { fixed: { status: 'FALHOU' } })}
      searchHint="Identificador do Pix, txid, recorrência ou parte da chave do evento"
      choices={onlyFailed ? [] : [{ name: 'status', label: 'Resultado', options: OUTCOMES }]}
      columns={columns}
      rowKey={({ id }) => String(id)}
      empty={empty}
      error={replay.error}
    >
      {onlyFailed && <DeadLetters />}
    </ListPage>
  );
}

/** Events of the webhook and of the reconciliation. */
export function DeliveriesPage() {
  return <DeliveryList title="Entregas" empty="Nenhuma entrega" />;
}

/** Events whose last attempt failed, and those that the queue has given up. */
export function FailuresPage() {
  return <DeliveryList title="Falhas" empty="Nenhuma entrega com falha" onlyFailed />;
}
